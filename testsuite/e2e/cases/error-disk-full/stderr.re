full|space
