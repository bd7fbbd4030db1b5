"""The HTTP endpoint: protocol, server, embeddings, and reading an agent's prompt."""
