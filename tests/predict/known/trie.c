/* Words in a tree of letters: pointers from node to node. */
#include <stdio.h>
#include <stdlib.h>

struct node {
    struct node *next[26];
    unsigned count;
};

static struct node *new_node(void)
{
    struct node *n = calloc(1, sizeof *n);

    if (n == NULL)
        exit(1);
    return n;
}

static unsigned long state = 7;

static unsigned draw(unsigned below)
{
    state = state * 6364136223846793005UL + 1442695040888963407UL;
    return (unsigned)(state >> 40) % below;
}

int main(int argc, char **argv)
{
    unsigned words = argc > 1 ? (unsigned)atoi(argv[1]) : 40000, deepest = 0;
    struct node *root = new_node();

    for (unsigned w = 0; w < words; w++) {
        struct node *at = root;
        unsigned letters = 2 + draw(4);
        for (unsigned i = 0; i < letters; i++) {
            unsigned letter = draw(26) * draw(26) / 26;
            if (at->next[letter] == NULL)
                at->next[letter] = new_node();
            at = at->next[letter];
        }
        at->count++;
        deepest = at->count > deepest ? at->count : deepest;
    }
    printf("%u\n", deepest);
    return 0;
}
