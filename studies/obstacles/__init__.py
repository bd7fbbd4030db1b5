"""Study: what does a slightly hostile web cost?"""
