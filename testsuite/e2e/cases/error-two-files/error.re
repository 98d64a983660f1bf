b\.c
