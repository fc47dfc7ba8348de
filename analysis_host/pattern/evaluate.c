/* Values of affine expressions at one instance. Sums that pass 64 bits wrap around. */
#include "evaluate.h"

static int64_t floor_of(int64_t x, int64_t by)
{
    return x / by - (x % by < 0);
}

static int64_t wrap(enum affine_kind kind, int64_t x, int64_t y)
{
    uint64_t a = (uint64_t)x, b = (uint64_t)y;

    return (int64_t)(kind == AFFINE_ADD ? a + b : kind == AFFINE_SUB ? a - b : a * b);
}

int64_t affine_at(const struct affine *a, int64_t size, const int64_t *at)
{
    switch (a->kind) {
    case AFFINE_NUMBER:
        return a->number;
    case AFFINE_SIZE:
        return size;
    case AFFINE_ITERATOR:
        return at[a->index];
    case AFFINE_FLOOR:
        return floor_of(affine_at(a->left, size, at), a->number);
    case AFFINE_MOD: {
        int64_t x = affine_at(a->left, size, at);
        return x - a->number * floor_of(x, a->number);
    }
    default:
        return wrap(a->kind, affine_at(a->left, size, at), affine_at(a->right, size, at));
    }
}

bool conditions_hold(const struct condition *c, int64_t size, const int64_t *at)
{
    for (; c != NULL; c = c->next) {
        int64_t x = affine_at(c->left, size, at), y = affine_at(c->right, size, at);
        bool holds = c->compare == COMPARE_LT   ? x < y
                     : c->compare == COMPARE_LE ? x <= y
                     : c->compare == COMPARE_GT ? x > y
                     : c->compare == COMPARE_GE ? x >= y
                                                : x == y;
        if (!holds)
            return false;
    }
    return true;
}
