interrupted; what is written is the best so far
input\.reduced\.c
