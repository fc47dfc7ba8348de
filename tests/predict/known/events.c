/* A simulation of queues: a heap of events, each of which makes others. */
#include <stdio.h>
#include <stdlib.h>

enum { MOST = 4096, SERVERS = 64 };

struct event {
    double at;
    unsigned server;
};

static struct event heap[MOST];
static unsigned n;
static unsigned long state = 11;

static double draw(void)
{
    state = state * 6364136223846793005UL + 1442695040888963407UL;
    return (double)(state >> 11) * 0x1p-53;
}

static void add(struct event e)
{
    unsigned i = n++;

    for (; i > 0 && heap[(i - 1) / 2].at > e.at; i = (i - 1) / 2)
        heap[i] = heap[(i - 1) / 2];
    heap[i] = e;
}

static struct event take(void)
{
    struct event first = heap[0], last = heap[--n];
    unsigned i = 0;

    for (unsigned k = 1; k < n; k = 2 * i + 1) {
        k += k + 1 < n && heap[k + 1].at < heap[k].at;
        if (heap[k].at >= last.at)
            break;
        heap[i] = heap[k];
        i = k;
    }
    heap[i] = last;
    return first;
}

int main(int argc, char **argv)
{
    unsigned long rounds = argc > 1 ? strtoul(argv[1], 0, 10) : 40000;
    static double busy[SERVERS];
    double waited = 0;

    for (unsigned i = 0; i < 1000; i++)
        add((struct event){ draw(), i % SERVERS });
    for (unsigned long r = 0; r < rounds; r++) {
        struct event e = take();
        double start = busy[e.server] > e.at ? busy[e.server] : e.at;
        waited += start - e.at;
        busy[e.server] = start + draw() / 16;
        add((struct event){ busy[e.server] + draw(), (e.server * 5 + 1) % SERVERS });
    }
    printf("%.3f\n", waited);
    return 0;
}
