/* Finds how many jumps of one set cost what jumps of different sets do. */
#include "model/jump_ways.h"
#include <math.h>

#define LOST  0.3  /* share of a level's cost that a jump has at least where its set is full */
#define STAYS 0.5  /* share of that which the next number of jumps still has */
#define SEEN  0.12 /* of what a jump costs in any case: less is not seen */
#define MORE  1.4  /* a set that holds this many times as many holds clearly more */
enum {
    FEWEST = 2, /* distances that agree */
    FEW = 4,    /* jumps that the call and the return around make up much of */
};

/* What one distance shows. */
struct fit {
    double last, next; /* most jumps that are held, and the next number; NEXT 0: no end was seen */
};

static struct fit fit_of(const struct jump_row *row, double least)
{
    struct fit f = { 0, 0 };

    for (size_t i = 0; i < row->n; i++) {
        double extra = row->one[i] - row->all[i];
        bool stays = i + 1 == row->n || row->one[i + 1] - row->all[i + 1] >= STAYS * least;

        if (row->jumps[i] > FEW && least < SEEN * row->all[i])
            return f;
        if (extra >= least && stays)
            return (struct fit){ f.last, row->jumps[i] };
        f.last = row->jumps[i];
    }
    return f;
}

/* Ways are the same at the largest distances that show any, and clearly more jumps are held at the
 * distance before these. */
struct jump_ways jump_ways_of(const struct jump_row *rows, size_t n, double nearer, double level)
{
    struct jump_ways w = { .found = JUMP_WAYS_AS_MANY };
    struct fit fit[JUMP_ROWS];
    size_t at = n < JUMP_ROWS ? n : JUMP_ROWS;

    for (size_t i = 0; i < at; i++) {
        fit[i] = fit_of(&rows[i], nearer + LOST * level);
        w.shown += fit[i].next > 0;
    }
    if (w.shown == 0)
        return w;
    while (at > 0 && fit[at - 1].next == 0)
        at--;
    w.ways = fit[at - 1].last;
    w.next = fit[at - 1].next;
    for (; at > 0 && fit[at - 1].next > 0 && fit[at - 1].last == w.ways; at--) {
        w.apart = rows[at - 1].apart;
        w.same++;
    }
    if (w.same < FEWEST)
        w.found = JUMP_WAYS_FALL;
    else if (at == 0 || fit[at - 1].last >= MORE * w.ways)
        w.found = JUMP_WAYS_SHOWN;
    else
        w.found = JUMP_WAYS_DIFFER;
    return w;
}
