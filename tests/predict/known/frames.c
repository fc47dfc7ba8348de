/* A receiver of framed bytes: a machine of states that takes out escapes, checks sums, counts. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

enum state { OUTSIDE, LENGTH, BODY, BODY_ESCAPED, SUM_HIGH, SUM_LOW };
enum { FLAG = 0x7e, ESCAPE = 0x7d, MOST = 1 << 19 };

static unsigned char line[MOST];
static unsigned x = 99;

static unsigned draw(void)
{
    x = x * 69069 + 1;
    return x >> 16;
}

static uint16_t sum_of(uint16_t sum, unsigned char byte)
{
    sum ^= (uint16_t)(byte << 8);
    for (int i = 0; i < 8; i++)
        sum = (uint16_t)(sum & 0x8000 ? sum << 1 ^ 0x1021 : sum << 1);
    return sum;
}

static size_t send(size_t at)
{
    unsigned n = 1 + draw() % 60;
    uint16_t sum = 0xffff;

    line[at++] = FLAG;
    line[at++] = (unsigned char)n;
    for (unsigned i = 0; i < n; i++) {
        unsigned char byte = (unsigned char)draw();

        sum = sum_of(sum, byte);
        if (byte == FLAG || byte == ESCAPE) {
            line[at++] = ESCAPE;
            byte ^= 0x20;
        }
        line[at++] = byte;
    }
    line[at++] = (unsigned char)(sum >> 8);
    line[at++] = (unsigned char)sum;
    if (draw() % 16 == 0)
        line[at - 3] ^= 4;
    return at;
}

int main(int argc, char **argv)
{
    size_t frames = argc > 1 ? (size_t)atoi(argv[1]) : 3000, n = 0, good = 0, bad = 0, bytes = 0;
    enum state state = OUTSIDE;
    unsigned left = 0;
    uint16_t sum = 0, said = 0;

    for (size_t i = 0; i < frames && n + 200 < MOST; i++)
        n = send(n);
    for (size_t i = 0; i < n; i++) {
        unsigned char byte = line[i];

        switch (state) {
        case OUTSIDE:
            if (byte == FLAG)
                state = LENGTH;
            break;
        case LENGTH:
            left = byte;
            sum = 0xffff;
            state = left > 0 ? BODY : OUTSIDE;
            break;
        case BODY:
            if (byte == ESCAPE) {
                state = BODY_ESCAPED;
                break;
            }
            sum = sum_of(sum, byte);
            bytes++;
            state = --left > 0 ? BODY : SUM_HIGH;
            break;
        case BODY_ESCAPED:
            sum = sum_of(sum, byte ^ 0x20);
            bytes++;
            state = --left > 0 ? BODY : SUM_HIGH;
            break;
        case SUM_HIGH:
            said = (uint16_t)(byte << 8);
            state = SUM_LOW;
            break;
        case SUM_LOW:
            said |= byte;
            if (said == sum)
                good++;
            else
                bad++;
            state = OUTSIDE;
            break;
        }
    }
    printf("%zu %zu %zu %zu\n", n, good, bad, bytes);
    return 0;
}
