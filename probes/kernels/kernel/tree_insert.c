/* Builds a binary tree of numbers, one by one. */
#include "kernels/database.h"

struct node {
    uint32_t key, child[2];
};

MADE_BYTES(sizeof(struct node) + 4)

static void fill(void *base, uint64_t n)
{
    made_words(base, 4 * n, 31);
}

static void insert(struct node *tree, uint32_t new)
{
    uint32_t at = 0;

    for (;;) {
        uint32_t *next = &tree[at].child[tree[new].key >= tree[at].key];

        if (*next == 0) {
            *next = new;
            return;
        }
        at = *next;
    }
}

/* The keys are after the tree. */
static void run(void *base, uint64_t n, const struct kernel_share *share)
{
    struct node *tree = base;
    const uint32_t *keys = (const uint32_t *)base + 3 * n;

    (void)share;
    for (uint32_t i = 0; i < (uint32_t)n; i++) {
        tree[i] = (struct node){ .key = keys[i] };
        if (i > 0)
            insert(tree, i);
    }
}

MADE_ALONE(tree_insert, "i32", "builds a binary tree of numbers, one by one", 16, 16);
