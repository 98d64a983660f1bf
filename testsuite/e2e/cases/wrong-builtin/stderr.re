a test asks: clang.* -fsanitize=memory,undefined
