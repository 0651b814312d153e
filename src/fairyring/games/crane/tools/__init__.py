"""HTTP tools: practice of the riffle."""
