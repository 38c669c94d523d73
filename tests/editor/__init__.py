"""What an author sees in an editor: yaml-language-server with the schemas, over its own protocol."""
