/* Inserts into and searches a skip list: pointers of many lines. */
#include <stdio.h>
#include <stdlib.h>

enum { LEVELS = 16 };

struct node {
    unsigned key;
    struct node *next[];
};

static unsigned random_word(void)
{
    static unsigned long x = 0x9e3779b97f4a7c15;

    x ^= x << 13, x ^= x >> 7, x ^= x << 17;
    return (unsigned)(x >> 32);
}

static struct node *make(unsigned key, unsigned levels)
{
    struct node *n = calloc(1, sizeof *n + levels * sizeof n->next[0]);

    n->key = key;
    return n;
}

int main(int argc, char **argv)
{
    unsigned n = argc > 1 ? (unsigned)atoi(argv[1]) : 12000, found = 0;
    struct node *head = make(0, LEVELS), *before[LEVELS];

    for (unsigned i = 0; i < 2 * n; i++) {
        unsigned key = random_word() % (4 * n);
        struct node *at = head;
        for (unsigned l = LEVELS; l-- > 0;) {
            while (at->next[l] && at->next[l]->key < key)
                at = at->next[l];
            before[l] = at;
        }
        if (at->next[0] && at->next[0]->key == key) {
            found++;
            continue;
        }
        if (i >= n)
            continue;
        unsigned levels = 1;
        while (levels < LEVELS && random_word() % 4 == 0)
            levels++;
        struct node *new = make(key, levels);
        for (unsigned l = 0; l < levels; l++) {
            new->next[l] = before[l]->next[l];
            before[l]->next[l] = new;
        }
    }
    printf("%u\n", found);
    return 0;
}
