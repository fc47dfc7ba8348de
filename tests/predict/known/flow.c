/* The greatest flow through a layered network, by shortest augmenting paths in level graphs. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LAYERS = 14, WIDE = 60, NODES = LAYERS * WIDE + 2, MOST = 2 * (NODES * 6) };

static int head[NODES], level[NODES], next_of[NODES], queue[NODES];
static int to[MOST], room[MOST], after[MOST], edges;
static unsigned state = 5;

static unsigned draw(unsigned below)
{
    state = state * 1103515245 + 12345;
    return (state >> 12) % below;
}

static void join(int a, int b, int most)
{
    to[edges] = b, room[edges] = most, after[edges] = head[a], head[a] = edges++;
    to[edges] = a, room[edges] = 0, after[edges] = head[b], head[b] = edges++;
}

static int reach(int source, int sink)
{
    int first = 0, last = 0;

    memset(level, -1, sizeof level);
    level[source] = 0;
    queue[last++] = source;
    while (first < last) {
        int a = queue[first++];

        for (int e = head[a]; e >= 0; e = after[e])
            if (room[e] > 0 && level[to[e]] < 0) {
                level[to[e]] = level[a] + 1;
                queue[last++] = to[e];
            }
    }
    return level[sink] >= 0;
}

static int push(int a, int sink, int most)
{
    if (a == sink)
        return most;
    for (int *e = &next_of[a]; *e >= 0; *e = after[*e]) {
        int b = to[*e];

        if (room[*e] <= 0 || level[b] != level[a] + 1)
            continue;
        int got = push(b, sink, most < room[*e] ? most : room[*e]);
        if (got > 0) {
            room[*e] -= got;
            room[*e ^ 1] += got;
            return got;
        }
    }
    return 0;
}

int main(int argc, char **argv)
{
    int networks = argc > 1 ? atoi(argv[1]) : 6;
    long total = 0;

    for (int n = 0; n < networks; n++) {
        int source = NODES - 2, sink = NODES - 1, got;

        edges = 0;
        memset(head, -1, sizeof head);
        for (int i = 0; i < WIDE; i++) {
            join(source, i, 20 + (int)draw(60));
            join((LAYERS - 1) * WIDE + i, sink, 20 + (int)draw(60));
        }
        for (int l = 0; l + 1 < LAYERS; l++)
            for (int i = 0; i < WIDE; i++)
                for (int k = 0; k < 4; k++)
                    join(l * WIDE + i, (l + 1) * WIDE + (int)draw(WIDE), 1 + (int)draw(25));
        while (reach(source, sink)) {
            memcpy(next_of, head, sizeof next_of);
            while ((got = push(source, sink, 1 << 30)) > 0)
                total += got;
        }
    }
    printf("%ld\n", total);
    return 0;
}
