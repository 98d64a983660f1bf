^clang-hdd: error: input\.c is not interesting to .*/refuse\.sh \(exit status 1\); it said nothing$
^a test does this, in a folder with this one file:$
^  d=\$\(mktemp -d\)$
^  cp /.*/work/input\.c "\$d"/input\.c$
^  cd "\$d"$
^  /.*/refuse\.sh; echo \$\?$
^if it has to write elsewhere, add --no-sandbox$
