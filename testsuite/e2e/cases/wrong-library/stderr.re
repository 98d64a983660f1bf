a test asks: clang.* -fsanitize=undefined under valgrind
a test asks: clang.* -fsanitize=memory,undefined without some checks, without headers
