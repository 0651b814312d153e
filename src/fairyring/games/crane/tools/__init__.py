"""Tools of Crane: a report on the riffle's tables."""
