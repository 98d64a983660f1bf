struct structure { int member; } variable;
int function() { int local = 1; return local; }
