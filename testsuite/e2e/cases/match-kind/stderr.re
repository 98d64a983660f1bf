^match +kind$
^signature +internal compiler error; during RTL pass$
