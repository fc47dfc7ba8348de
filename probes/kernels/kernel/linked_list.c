/* Goes along a list whose nodes lie in any order, and does a little at each. */
#include "kernels/database.h"

struct node {
    uint32_t next, value, more[2];
};

MADE_BYTES(sizeof(struct node))

/* One round through all nodes: a generator of full period. */
static void fill(void *base, uint64_t n)
{
    struct node *at = base;

    made_words(base, 4 * n, 16);
    for (size_t i = 0; i < (size_t)n; i++)
        at[i].next = ((uint32_t)i * 1664525u + 1013904223u) & ((uint32_t)n - 1);
}

static void run(void *base, uint64_t n, const struct kernel_share *share)
{
    const struct node *at = base;
    uint32_t i = 0, sum = 0;

    (void)share;
    for (size_t left = (size_t)n; left > 0; left--) {
        if (at[i].value > 1u << 15)
            sum += at[i].value;
        i = at[i].next;
    }
    KEEP(&sum);
}

static const struct kernel alone = { MADE(linked_list, "plain", "i32",
                                          "goes along a list whose nodes lie in any order", 16, 16,
                                          run),
                                     .powers = true };
const struct kernel *const kernel_linked_list[] = { &alone, 0 };
