int red, green, blue;
