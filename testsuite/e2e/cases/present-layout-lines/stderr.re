^return     first$
^  second$
