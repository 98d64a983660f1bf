a test asks: gcc under valgrind
a test asks: gcc -fsanitize=undefined,address
a test does not ask: no clang is installed
refused by
