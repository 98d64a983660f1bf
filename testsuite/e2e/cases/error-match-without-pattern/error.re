ice-pattern
