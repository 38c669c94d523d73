"""The page in front of the languages."""

from __future__ import annotations

from tools.site.language import LANGUAGES
from tools.site.paths import SITE

PAGE = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>serviam-rules</title>
<style>
body {{ font: 1.25rem/1.6 system-ui, sans-serif; margin: 15vh auto; max-width: 26rem; padding: 0 1rem;
  color: #26242e; background: #fbf8f1 }}
a {{ color: #3f3f9e; display: block; padding: .4rem 0 }}
@media (prefers-color-scheme: dark) {{ body {{ color: #eceaf2; background: #1e1e26 }} a {{ color: #b9b6f2 }} }}
</style>
<script>
const known = {known};
const wanted = navigator.languages || [];
const base = tag => tag.toLowerCase().split("-")[0];
const found = wanted.map(tag => known.find(code => base(tag) === base(code))).find(Boolean);
if (found && !location.hash) location.replace(found + "/index.html");
</script>
</head>
<body>
<main>
<h1>serviam-rules</h1>
{links}
</main>
</body>
</html>
"""


def write() -> None:
    """Write `site/index.html`, which lists the languages, and goes on to the reader's own if scripts may run."""
    links = "\n".join(
        f'<a href="{one.code}/index.html" lang="{one.code}" hreflang="{one.code}">{one.name}</a>' for one in LANGUAGES
    )
    known = str([one.code for one in LANGUAGES]).replace("'", '"')
    (SITE / "index.html").write_text(PAGE.format(links=links, known=known), encoding="utf-8")
