/* A tree of wide nodes: numbers are put in and found again, and its leaves are added up. */
#include <stdio.h>
#include <stdlib.h>

enum { WIDTH = 15 };

struct node {
    int keys, leaf;
    unsigned key[WIDTH];
    struct node *below[WIDTH + 1];
};

static unsigned state = 77;

static unsigned draw(void)
{
    state ^= state << 13;
    state ^= state >> 17;
    return state ^= state << 5;
}

static struct node *grow(int leaf)
{
    struct node *n = calloc(1, sizeof *n);

    if (n == NULL)
        exit(1);
    n->leaf = leaf;
    return n;
}

static void split(struct node *above, int at)
{
    struct node *full = above->below[at], *right = grow(full->leaf);

    right->keys = WIDTH / 2;
    for (int i = 0; i < WIDTH / 2; i++)
        right->key[i] = full->key[i + WIDTH / 2 + 1];
    for (int i = 0; i <= WIDTH / 2; i++)
        right->below[i] = full->below[i + WIDTH / 2 + 1];
    full->keys = WIDTH / 2;
    for (int i = above->keys; i > at; i--) {
        above->key[i] = above->key[i - 1];
        above->below[i + 1] = above->below[i];
    }
    above->key[at] = full->key[WIDTH / 2];
    above->below[at + 1] = right;
    above->keys++;
}

static int place(const struct node *n, unsigned key)
{
    int i = 0;

    while (i < n->keys && n->key[i] < key)
        i++;
    return i;
}

static struct node *put(struct node *root, unsigned key)
{
    struct node *n;

    if (root->keys == WIDTH) {
        struct node *top = grow(0);

        top->below[0] = root;
        split(top, 0);
        root = top;
    }
    for (n = root; !n->leaf;) {
        int i = place(n, key);

        if (n->below[i]->keys == WIDTH) {
            split(n, i);
            i += n->key[i] < key;
        }
        n = n->below[i];
    }
    int at = place(n, key);
    for (int i = n->keys++; i > at; i--)
        n->key[i] = n->key[i - 1];
    n->key[at] = key;
    return root;
}

static int found(const struct node *n, unsigned key)
{
    for (;;) {
        int i = place(n, key);

        if (i < n->keys && n->key[i] == key)
            return 1;
        if (n->leaf)
            return 0;
        n = n->below[i];
    }
}

static unsigned long total(const struct node *n)
{
    unsigned long sum = 0;

    for (int i = 0; i < n->keys; i++)
        sum += n->key[i];
    for (int i = 0; !n->leaf && i <= n->keys; i++)
        sum += total(n->below[i]);
    return sum;
}

int main(int argc, char **argv)
{
    unsigned n = argc > 1 ? (unsigned)atoi(argv[1]) : 9000, hits = 0;
    struct node *root = grow(1);

    for (unsigned i = 0; i < n; i++)
        root = put(root, draw() & 0xfffff);
    for (unsigned i = 0; i < n; i++)
        hits += (unsigned)found(root, draw() & 0xfffff);
    printf("%u %lu\n", hits, total(root));
    return 0;
}
