"""The reference, generated from the code and the data."""
