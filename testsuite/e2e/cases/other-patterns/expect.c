echo "it's crash"
