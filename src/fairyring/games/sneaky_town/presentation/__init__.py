"""Presentation of Sneaky Town: catalogue entries, prompts, aids, score sheet, terminal board."""
