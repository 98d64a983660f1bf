^clang-hdd: error: abcdef0123: no such crash bundle; clang-hdd list shows them$
