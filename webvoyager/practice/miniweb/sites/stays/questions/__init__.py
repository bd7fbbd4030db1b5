"""What is asked about the coast: a file for each way of finding out."""
