"""Names and texts that nobody should ever have to show."""

SCRIPT = "<script>alert(1)</script><img src=x onerror='alert(1)'>"
NAMES = [
    SCRIPT,
    '"><b onmouseover="alert(1)">',
    "'; &lt;script&gt; &amp; \\x00",
    "two\nlines\r\nand\ta tab",
    "\u202egnp.exe\u2066\u200b\ufeff",
    "nul\x00 bell\x07 escape\x1b[31m",
    "not a character \uffff\ufffe",
    "]]><!-- {{name}} {name} %s",
    "🏳️‍🌈 Привет שלום नमस्ते",
    "w" * 100_000,
    " ",
]
