"""Study: which numbers can a program read off a picture?"""
