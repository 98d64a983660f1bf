local unused = 1

function bug()
        return     first,
                   second
