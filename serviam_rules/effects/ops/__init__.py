"""The ops of the card language, one a file. A file added here is a word of the language; nothing else lists them."""
