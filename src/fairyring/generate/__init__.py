"""Code generators: typed views, TypeScript types, JSON schemas and game pages. Run by `python -m fairyring.generate`."""
