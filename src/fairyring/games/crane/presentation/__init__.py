"""Presentation of Crane: catalogue entries, prompts, aids, score sheet, terminal board."""
