front end clang took more than 10 s on this text; balanced tokens are used
