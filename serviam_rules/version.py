"""The version of this library. A test holds it against the package's metadata."""

VERSION = "0.1.0"
