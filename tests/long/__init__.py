"""Tests that take minutes: run by hand, before a release."""
