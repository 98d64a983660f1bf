no such folder
