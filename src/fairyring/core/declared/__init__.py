"""Declared JSON objects: classes whose fields say what JSON they accept, and a strict decoder."""
