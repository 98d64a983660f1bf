^where +back end, machine pass M68k DAG->DAG Pattern Instruction Selection on function .*named by the stack dump; gone with -mllvm -opt-bisect-limit=[1-9][0-9]*; which leaves out 
^clang-14 +14\.[0-9.]+ +m68k +crashes +-c .*-target m68k -O1
