/* A machine of 1024 states, each with code of its own: more code than data. */
#include <stdio.h>
#include <stdlib.h>

#define STATE(n)                                                                                   \
    case (n):                                                                                      \
        a += b ^ ((n)*2654435761u);                                                                \
        b = (b << ((n) % 13 + 1) | b >> (31 - (n) % 13)) + c;                                      \
        c ^= a >> ((n) % 7 + 3);                                                                   \
        if ((a & 15) == (n) % 16)                                                                  \
            c += (n);                                                                              \
        break;
#define STATES4(n)   STATE(n) STATE(n + 1) STATE(n + 2) STATE(n + 3)
#define STATES16(n)  STATES4(n) STATES4(n + 4) STATES4(n + 8) STATES4(n + 12)
#define STATES64(n)  STATES16(n) STATES16(n + 16) STATES16(n + 32) STATES16(n + 48)
#define STATES256(n) STATES64(n) STATES64(n + 64) STATES64(n + 128) STATES64(n + 192)

int main(int argc, char **argv)
{
    unsigned long rounds = argc > 1 ? strtoul(argv[1], 0, 10) : 120000;
    unsigned a = 1, b = 2, c = 3, state = 0;

    for (unsigned long r = 0; r < rounds; r++) {
        switch (state) {
            STATES256(0) STATES256(256) STATES256(512) STATES256(768)
        }
        state = r % 3 > 0 ? (state + 1) % 1024 : (state * 5 + 7) % 1024;
    }
    printf("%u %u %u\n", a, b, c);
    return 0;
}
