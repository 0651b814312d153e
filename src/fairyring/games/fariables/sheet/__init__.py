"""The board as a sheet of paper: one page to print, as SVG or PDF."""
