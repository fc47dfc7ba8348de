/* A search tree with random priorities: pointers, far loads, branches that are hard to guess. */
#include <stdio.h>
#include <stdlib.h>

struct node {
    unsigned key, priority;
    struct node *left, *right;
};

static unsigned seed = 7;

static unsigned next_random(void)
{
    seed ^= seed << 13;
    seed ^= seed >> 17;
    seed ^= seed << 5;
    return seed;
}

static struct node *turn_right(struct node *n)
{
    struct node *up = n->left;

    n->left = up->right;
    up->right = n;
    return up;
}

static struct node *turn_left(struct node *n)
{
    struct node *up = n->right;

    n->right = up->left;
    up->left = n;
    return up;
}

static struct node *insert(struct node *n, struct node *one)
{
    if (n == NULL)
        return one;
    if (one->key < n->key) {
        n->left = insert(n->left, one);
        return n->left->priority > n->priority ? turn_right(n) : n;
    }
    n->right = insert(n->right, one);
    return n->right->priority > n->priority ? turn_left(n) : n;
}

int main(int argc, char **argv)
{
    unsigned n = argc > 1 ? (unsigned)atoi(argv[1]) : 20000, found = 0;
    struct node *all = calloc(n, sizeof *all), *root = NULL;

    for (unsigned i = 0; i < n; i++) {
        all[i].key = next_random();
        all[i].priority = next_random();
        root = insert(root, &all[i]);
    }
    for (unsigned i = 0; i < 2 * n; i++) {
        unsigned key = i % 2 ? all[next_random() % n].key : next_random();
        const struct node *at = root;
        while (at != NULL && at->key != key)
            at = key < at->key ? at->left : at->right;
        found += at != NULL;
    }
    printf("%u\n", found);
    return 0;
}
