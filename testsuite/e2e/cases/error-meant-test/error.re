^clang-hdd: error: --test is missing: clang-hdd --json --test /.*/test\.sh input\.c$
