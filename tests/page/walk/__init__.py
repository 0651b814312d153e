"""Walk through every screen of the page at all sizes, themes, languages and sizes of text: `python -m tests.page.walk OUT`."""
