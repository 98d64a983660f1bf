^clang-hdd: error: lib\.sh does not matter: the command does not name it, and reads another file or none; name all files that it reads \(clang-hdd lib\.sh OTHER\.\.\. -- sh main\.sh\), or use --test$
