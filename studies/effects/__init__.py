"""Study: would you find an effect that is there?"""
