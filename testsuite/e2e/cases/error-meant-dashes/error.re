^clang-hdd: error: -- is missing: clang-hdd --json -v input\.c -- sh -O2$
