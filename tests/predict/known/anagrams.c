/* Words of a generator are grouped by their sorted letters; the largest groups are counted. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LONG = 12 };

struct word {
    char letters[LONG], text[LONG];
};

static unsigned state = 41;

static unsigned draw(unsigned below)
{
    state = state * 22695477 + 1;
    return (state >> 15) % below;
}

static int compare(const void *a, const void *b)
{
    int order = strcmp(((const struct word *)a)->letters, ((const struct word *)b)->letters);

    return order != 0 ? order
                      : strcmp(((const struct word *)a)->text, ((const struct word *)b)->text);
}

static void sort_letters(char *s)
{
    for (size_t i = 1; s[i] != 0; i++) {
        char c = s[i];
        size_t k = i;

        for (; k > 0 && s[k - 1] > c; k--)
            s[k] = s[k - 1];
        s[k] = c;
    }
}

int main(int argc, char **argv)
{
    size_t n = argc > 1 ? (size_t)atoi(argv[1]) : 30000, groups = 0, most = 0, from = 0;
    struct word *words = calloc(n, sizeof *words);

    if (words == NULL)
        return 1;
    for (size_t i = 0; i < n; i++) {
        unsigned letters = 3 + draw(5);

        for (unsigned k = 0; k < letters; k++)
            words[i].text[k] = k & 1 ? "aeiou"[draw(5)] : "bdlmnrst"[draw(8)];
        strcpy(words[i].letters, words[i].text);
        sort_letters(words[i].letters);
    }
    qsort(words, n, sizeof *words, compare);
    for (size_t i = 1; i <= n; i++)
        if (i == n || strcmp(words[i].letters, words[from].letters) != 0) {
            groups++;
            most = i - from > most ? i - from : most;
            from = i;
        }
    printf("%zu %zu\n", groups, most);
    free(words);
    return 0;
}
