^clang-hdd: error: the name of the file is empty$
