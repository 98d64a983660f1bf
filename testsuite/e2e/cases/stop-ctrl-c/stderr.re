input\.reduced\.c
