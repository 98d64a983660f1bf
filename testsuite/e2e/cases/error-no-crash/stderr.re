does not crash
warning: what the compiler says
