"""Study: how do the local agents do on pages made by others?"""
