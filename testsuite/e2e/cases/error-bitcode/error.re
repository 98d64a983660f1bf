input\.bc is bitcode.*llvm-dis
