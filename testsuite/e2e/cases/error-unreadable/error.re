secret\.c
