/* The shortest way out of a maze: a queue of places, far from each other. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SIDE = 512, PLACES = SIDE * SIDE };

static unsigned char wall[PLACES];
static unsigned far[PLACES], queue[PLACES];

int main(int argc, char **argv)
{
    unsigned x = argc > 1 ? (unsigned)atoi(argv[1]) : 3, from = 0, to = 1, reached = 0;
    static const int steps[] = { 1, -1, SIDE, -SIDE };

    for (unsigned i = 0; i < PLACES; i++) {
        x = x * 1664525 + 1013904223;
        wall[i] =
            x >> 30 == 0 || i % SIDE == 0 || i % SIDE == SIDE - 1 || i < SIDE || i >= PLACES - SIDE;
    }
    memset(far, 0xff, sizeof far);
    queue[0] = SIDE * (SIDE / 2) + SIDE / 2;
    far[queue[0]] = 0;
    while (from < to) {
        unsigned at = queue[from++];
        reached = far[at];
        for (unsigned i = 0; i < 4; i++) {
            unsigned next = at + (unsigned)steps[i];
            if (!wall[next] && far[next] == ~0U) {
                far[next] = far[at] + 1;
                queue[to++] = next;
            }
        }
    }
    printf("%u %u\n", to, reached);
    return 0;
}
