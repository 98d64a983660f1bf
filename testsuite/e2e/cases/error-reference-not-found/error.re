no such program
