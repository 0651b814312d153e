"""Presentation of Fariables: catalogue entries, prompts, aids, score sheet, terminal board."""
