/* Knights, bishops and kings on boards of 64 bits: reachable squares, counted and turned. */
#include <stdio.h>
#include <stdlib.h>

typedef unsigned long long board;

static board knights(board b)
{
    const board a = 0xfefefefefefefefeULL, ab = 0xfcfcfcfcfcfcfcfcULL, h = 0x7f7f7f7f7f7f7f7fULL,
                gh = 0x3f3f3f3f3f3f3f3fULL;

    return (b << 17 & a) | (b << 15 & h) | (b << 10 & ab) | (b << 6 & gh) | (b >> 17 & h) |
           (b >> 15 & a) | (b >> 10 & gh) | (b >> 6 & ab);
}

static board bishops(board b, board free)
{
    board up = b, down = b;

    for (int i = 0; i < 7; i++) {
        up |= up << 9 & 0xfefefefefefefefeULL & free;
        down |= down >> 7 & 0xfefefefefefefefeULL & free;
    }
    return up | down;
}

static board turned(board x)
{
    x = (x >> 8 & 0x00ff00ff00ff00ffULL) | (x & 0x00ff00ff00ff00ffULL) << 8;
    x = (x >> 16 & 0x0000ffff0000ffffULL) | (x & 0x0000ffff0000ffffULL) << 16;
    return x >> 32 | x << 32;
}

static int count(board x)
{
    int n = 0;

    for (; x != 0; x &= x - 1)
        n++;
    return n;
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 25000;
    board x = 0x123456789abcdefULL, sum = 0;

    for (int i = 0; i < n; i++) {
        x ^= x << 13;
        x ^= x >> 7;
        x ^= x << 17;
        board own = x & x >> 5 & 0x5a3c99ff12345678ULL, to = knights(own);

        to |= bishops(own, ~(x >> 3));
        sum += (board)count(to & ~own) + (turned(to) >> (i & 31) & 7);
        while (own != 0) {
            sum += (board)__builtin_ctzll(own);
            own &= own - 1;
        }
    }
    printf("%llu\n", sum);
    return 0;
}
