input.c may have undefined behaviour: built by 
