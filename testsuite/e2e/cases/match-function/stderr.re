^match +function$
^signature +internal compiler error in make_other, at bug\.cc; during RTL pass: cse$
