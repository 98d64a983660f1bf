a test asks: clang.* -fsanitize=undefined under valgrind
