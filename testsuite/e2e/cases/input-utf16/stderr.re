the file is in UTF-16; .* iconv -f UTF-16
