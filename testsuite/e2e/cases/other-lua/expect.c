local _ENV <const> = 0
width
