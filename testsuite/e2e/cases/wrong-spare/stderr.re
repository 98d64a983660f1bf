a test asks: gcc.* under valgrind
