# Words of a generator: 6000 lines of nine, what programs of Debian work on.
BEGIN {
    x = 1
    for (line = 0; line < 6000; line++) {
        for (word = 0; word < 9; word++) {
            n = 2 + x % 7
            for (i = 0; i < n; i++) {
                x = (x * 16807) % 2147483647
                printf "%c", 97 + int((x % 26) * (x % 31) / 31)
            }
            printf word < 8 ? " " : "\n"
        }
    }
}
