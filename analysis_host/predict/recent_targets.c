/* A short list a jump; moved to the front when met again. */
#include "recent_targets.h"
#include <math.h>
#include <stdbool.h>
#include <string.h>

/* N targets in turn, of which a processor keeps P, are right (P / N) ^ 1.5 of the time: so the
 * probe's rounds of 6 to 16 targets were on a processor with places for 4, whose curve lies between
 * random replacement and keeping P of them for good. */
#define FALL 1.5

unsigned recent_targets_note(struct recent_targets *r, uint32_t jump, uint32_t target)
{
    struct recent_jump *j = &r->jump[jump % RECENT_JUMPS];
    uint32_t depth = 0;

    if (j->jump != jump + 1)
        *j = (struct recent_jump){ .jump = jump + 1 };
    while (depth < j->n && j->target[depth] != target)
        depth++;
    bool known = depth < j->n;
    if (!known && j->n < RECENT_TARGETS_MOST)
        j->n++;
    uint32_t moved = known ? depth : j->n - 1;
    memmove(&j->target[1], &j->target[0], moved * sizeof j->target[0]);
    j->target[0] = target;
    return known ? depth : RECENT_TARGETS_MOST;
}

double recent_targets_right(double places, unsigned depth)
{
    if (depth >= RECENT_TARGETS_MOST)
        return 0;
    return depth < places ? 1 : pow(places / (depth + 1), FALL);
}
