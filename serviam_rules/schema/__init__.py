"""What a file of a pack may say: strict reading of YAML, the schemas, and every problem with its place."""
