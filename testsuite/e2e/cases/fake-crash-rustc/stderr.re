^clang-hdd: compiler: rustc \(rustc 1\.0\.0\)$
^clang-hdd: a test runs: .*/rustc --edition 2021 --out-dir \. --emit=mir input\.rs$
^clang-hdd: signature: panicked at rustc_a/src/b\.rs:3$
^judge +.*/rustc --emit=metadata --edition 2021 --out-dir \. input\.rs$
