"""Presentation of Fairy: catalogue entries, prompts, aids, score sheet, terminal board."""
