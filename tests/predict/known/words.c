/* Makes words, hashes and counts them: bytes, branches that are hard to guess, chains of a table.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SLOTS = 4096 };

struct word {
    struct word *next;
    unsigned count;
    char text[16];
};

static struct word *table[SLOTS];
static unsigned seed = 1;

static unsigned next_random(void)
{
    seed = seed * 1664525U + 1013904223U;
    return seed >> 8;
}

static void make_word(char *to)
{
    unsigned n = 2 + next_random() % 5;

    for (unsigned i = 0; i < n; i++)
        to[i] = (char)('a' + next_random() % 7);
    to[n] = '\0';
}

static void count_word(const char *text)
{
    unsigned hash = 5381;

    for (const char *p = text; *p != '\0'; p++)
        hash = hash * 33 + (unsigned char)*p;
    struct word **at = &table[hash % SLOTS];
    while (*at != NULL && strcmp((*at)->text, text) != 0)
        at = &(*at)->next;
    if (*at == NULL) {
        *at = calloc(1, sizeof **at);
        strcpy((*at)->text, text);
    }
    (*at)->count++;
}

int main(int argc, char **argv)
{
    unsigned n = argc > 1 ? (unsigned)atoi(argv[1]) : 100000, most = 0;
    char text[16];

    for (unsigned i = 0; i < n; i++) {
        make_word(text);
        count_word(text);
    }
    for (unsigned i = 0; i < SLOTS; i++)
        for (const struct word *w = table[i]; w != NULL; w = w->next)
            most = w->count > most ? w->count : most;
    printf("%u\n", most);
    return 0;
}
