/* Functions that each end in a jump to the one that the next cell names. */
#include "branch/targets.h"

/* Function N goes on N cells: no compiler makes one of two that differ by that. A jump that has
 * gone to several places may stay slow, so that each lap has functions of its own. */
#define GO(name, n)                                                                                \
    static PLACES_IN_REGISTER void name##n(const struct branch_target *here)                       \
    {                                                                                              \
        here[n].go(here + (n));                                                                    \
    }
GO(one, 1)
GO(one, 2)
GO(one, 3)
GO(one, 4)
GO(one, 5)
GO(one, 6)
GO(one, 7)
GO(one, 8)
GO(one, 9)
GO(one, 10)
GO(one, 11)
GO(one, 12)
GO(one, 13)
GO(one, 14)
GO(one, 15)
GO(one, 16)
GO(several, 1)
GO(several, 2)
GO(several, 3)
GO(several, 4)

static PLACES_IN_REGISTER void end_lap(const struct branch_target *here)
{
    (void)here;
}

typedef PLACES_IN_REGISTER void (*place)(const struct branch_target *here);

static const place one[PLACES_LAP] = { one1, one2,  one3,  one4,  one5,  one6,  one7,  one8,
                                       one9, one10, one11, one12, one13, one14, one15, one16 };
static const place several[PLACES_SEVERAL] = { several1, several2, several3, several4 };

/* After each of the four follows each of the four, once, and the end in place of the first after
 * the last (de Bruijn, 1946): what ran before determines where a jump goes. */
static const unsigned char order[PLACES_LAP] = { 0, 0, 1, 0, 2, 0, 3, 1, 1, 2, 1, 3, 2, 2, 3, 3 };

void targets_lay_one(struct branch_target cells[PLACES_CELLS])
{
    for (unsigned i = 0; i < PLACES_LAP; i++) {
        cells->go = one[i];
        cells += i + 1;
    }
    cells->go = end_lap;
}

void targets_lay_several(struct branch_target cells[PLACES_CELLS])
{
    for (unsigned i = 0; i < PLACES_LAP; i++) {
        cells->go = several[order[i]];
        cells += order[i] + 1;
    }
    cells->go = end_lap;
}

void targets_run(void *ctx, uint64_t jumps)
{
    const struct branch_target *first = ctx;

    for (; jumps > 0; jumps -= PLACES_LAP)
        first->go(first);
}
