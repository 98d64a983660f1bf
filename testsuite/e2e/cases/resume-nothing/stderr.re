^clang-hdd: note: input\.hdd has nothing to resume yet; starting from the beginning$
