/* Four in a row on seven columns: looks some moves ahead, and remembers positions in a table. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

enum { COLUMNS = 7, ROWS = 6, SLOTS = 1 << 14, WON = 1000 };

struct position {
    uint64_t own, all;
    int moves;
};

struct slot {
    uint64_t key;
    int8_t depth, bound;
    int16_t value;
};

static struct slot table[SLOTS];
static unsigned long visited;

static uint64_t column_mask(int c)
{
    return (((uint64_t)1 << ROWS) - 1) << c * (ROWS + 1);
}

static int has_four(uint64_t men)
{
    static const int steps[] = { 1, ROWS + 1, ROWS, ROWS + 2 };

    for (int i = 0; i < 4; i++) {
        uint64_t pairs = men & men >> steps[i];

        if (pairs & pairs >> 2 * steps[i])
            return 1;
    }
    return 0;
}

static int can_play(const struct position *p, int c)
{
    return ((p->all + ((uint64_t)1 << c * (ROWS + 1))) & column_mask(c)) != 0;
}

static struct position play(const struct position *p, int c)
{
    struct position next = { p->own ^ p->all, p->all, p->moves + 1 };

    next.all |= p->all + ((uint64_t)1 << c * (ROWS + 1));
    return next;
}

static int count(uint64_t men)
{
    int n = 0;

    for (; men != 0; men &= men - 1)
        n++;
    return n;
}

/* Men in the middle are worth more. */
static int judge(const struct position *p)
{
    uint64_t other = p->own ^ p->all;
    int value = 0;

    for (int c = 1; c < COLUMNS - 1; c++) {
        int weight = c == 3 ? 3 : c == 2 || c == 4 ? 2 : 1;

        value += weight * (count(p->own & column_mask(c)) - count(other & column_mask(c)));
    }
    return value;
}

static int search(const struct position *p, int depth, int low, int high)
{
    static const int order[COLUMNS] = { 3, 2, 4, 1, 5, 0, 6 };
    uint64_t key = p->own + p->all;
    struct slot *slot = &table[(key * 0x9e3779b97f4a7c15u) >> 50];
    int best = -2 * WON, given = low;

    visited++;
    if (has_four(p->own ^ p->all))
        return p->moves - WON;
    if (p->moves == COLUMNS * ROWS)
        return 0;
    if (depth == 0)
        return judge(p);
    if (slot->key == key && slot->depth == depth &&
        (slot->bound == 0 || (slot->bound > 0 ? slot->value >= high : slot->value <= low)))
        return slot->value;
    for (int i = 0; i < COLUMNS && best < high; i++)
        if (can_play(p, order[i])) {
            struct position next = play(p, order[i]);
            int value = -search(&next, depth - 1, -high, -low);

            best = value > best ? value : best;
            low = best > low ? best : low;
        }
    *slot = (struct slot){ key, (int8_t)depth,
                           best >= high    ? 1
                           : best <= given ? -1
                                           : 0,
                           (int16_t)best };
    return best;
}

int main(int argc, char **argv)
{
    int depth = argc > 1 ? atoi(argv[1]) : 6;
    struct position p = { 0 };

    while (p.moves < 12) {
        int best = -2 * WON, chosen = -1;

        for (int c = 0; c < COLUMNS; c++)
            if (can_play(&p, c)) {
                struct position next = play(&p, c);
                int value = -search(&next, depth, -2 * WON, 2 * WON);

                if (value > best) {
                    best = value;
                    chosen = c;
                }
            }
        if (chosen < 0)
            break;
        p = play(&p, chosen);
        printf("%d", chosen + 1);
    }
    printf(": %lu positions\n", visited);
    return 0;
}
