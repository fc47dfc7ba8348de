/* A linear congruential generator whose high bits are mixed once more. */
#include "random.h"

static uint64_t next(struct random *r)
{
    r->state = r->state * 6364136223846793005u + 1442695040888963407u;
    uint64_t x = r->state ^ r->state >> 33;
    x *= 0xff51afd7ed558ccdu;
    return x ^ x >> 29;
}

uint64_t random_below(struct random *r, uint64_t below)
{
    return next(r) % below;
}

double random_share(struct random *r)
{
    return (double)(next(r) >> 11) / 9007199254740992.0;
}
