"""Study: what are a model's proposals for tasks worth?"""
