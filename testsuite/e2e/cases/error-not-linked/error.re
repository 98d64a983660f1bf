^clang-hdd: error: input\.c does not crash .*/cc\.sh \(exit status 0; -c was added, so that nothing is linked: for a crash while the command links \(LTO, the linker\), name all of its sources as FILEs, or a script with --test\); it said nothing$
^clang-hdd: error: input\.c does not crash .*/cc\.sh \(exit status 0\); it said nothing$
^clang-hdd: error: input\.c does not crash .*/cc\.sh \(exit status 0\); it said nothing$
