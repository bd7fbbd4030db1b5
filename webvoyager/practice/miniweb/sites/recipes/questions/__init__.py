"""The site's questions by kind. Each is a function of the data, so that its key is right in any world."""
