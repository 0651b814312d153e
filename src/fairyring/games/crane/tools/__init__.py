"""Tools of Crane: a report on the riffle's tables, and HTTP practice of the riffle."""
