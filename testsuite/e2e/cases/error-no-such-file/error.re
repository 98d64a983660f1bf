missing\.c
