"""The version of this library. Layer 0; a test holds it against the package's metadata."""

VERSION = "0.1.0"
