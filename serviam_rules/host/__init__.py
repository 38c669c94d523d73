"""A host of games for programs in any language: plain requests in, plain answers out.

`Host.handle` takes the plain data of one request and returns that of its answer, `Host.answer` both as a line of JSON.
The host reads and writes no file and no stream. `calls` says what can be asked; docs/reference/serve.md explains it.
`serviam-rules serve --stdio` hosts over standard input and output.
"""

from __future__ import annotations

from serviam_rules.host.calls import CALLS, Request
from serviam_rules.host.hosting import Host

__all__ = ["CALLS", "Host", "Request"]
