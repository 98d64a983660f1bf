^started with gcc-91 \(91\.1\.0\)$
^reproduce +gcc-92 -O2 
