"""Presentation of Fairy Tale: catalogue entries, prompts, aids, score sheet, terminal board."""
