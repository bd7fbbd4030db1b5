"""Reading a page: elements, labels with their values, tables, the entries of a list."""
