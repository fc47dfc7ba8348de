/* Edit distances of pairs of words. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LONGEST = 24, WORDS = 120 };

static char word[WORDS][LONGEST];
static unsigned long state = 3;

static unsigned draw(unsigned n)
{
    state = state * 6364136223846793005UL + 1442695040888963407UL;
    return (unsigned)(state >> 33) % n;
}

static unsigned least(unsigned a, unsigned b)
{
    return a < b ? a : b;
}

static unsigned distance(const char *a, const char *b)
{
    unsigned row[LONGEST + 1], n = (unsigned)strlen(b);

    for (unsigned k = 0; k <= n; k++)
        row[k] = k;
    for (unsigned i = 0; a[i] != '\0'; i++) {
        unsigned corner = row[0];
        row[0] = i + 1;
        for (unsigned k = 0; k < n; k++) {
            unsigned change = corner + (a[i] != b[k]);
            corner = row[k + 1];
            row[k + 1] = least(change, 1 + least(row[k], corner));
        }
    }
    return row[n];
}

int main(int argc, char **argv)
{
    unsigned n = argc > 1 ? (unsigned)atoi(argv[1]) : WORDS;
    unsigned long sum = 0;

    for (unsigned i = 0; i < WORDS; i++)
        for (unsigned k = 0, length = 4 + draw(18); k < length; k++)
            word[i][k] = (char)('a' + draw(6));
    for (unsigned i = 0; i < n && i < WORDS; i++)
        for (unsigned k = 0; k < i; k++)
            sum += distance(word[i], word[k]);
    printf("%lu\n", sum);
    return 0;
}
