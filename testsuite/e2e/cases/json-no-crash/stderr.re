^clang-hdd: error: input\.c does not crash true
