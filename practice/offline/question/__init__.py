"""What a question asks for: names, conditions, properties, an order, something to do."""
