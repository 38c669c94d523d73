"""Tests of the built documentation site; they run where `SERVIAM_SITE` names its folder (.ci/run docs)."""
