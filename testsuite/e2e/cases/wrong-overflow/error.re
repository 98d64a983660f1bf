^clang-hdd: error: input\.c has undefined behaviour: input\.c:4:7: signed integer overflow: 2147483647 \+ 1 cannot be represented in type .int. \(
