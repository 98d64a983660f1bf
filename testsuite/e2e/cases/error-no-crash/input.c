int bug;
