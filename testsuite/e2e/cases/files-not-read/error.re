^clang-hdd: error: lib\.h does not matter: the command reads another file or none; 
