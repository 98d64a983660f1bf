^clang-hdd: error: --test and --commands: use one of them$
