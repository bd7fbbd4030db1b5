"""Why the offline rules fail, whether they could have known better, and at which step they fail."""
