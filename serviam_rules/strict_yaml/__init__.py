"""Strict reading of YAML: plain data with the place of each value, or every problem; never an exception."""
