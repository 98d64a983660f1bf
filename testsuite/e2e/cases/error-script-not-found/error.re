no-such-script
