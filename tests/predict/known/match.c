/* Matches patterns with stars and question marks against words, by backtracking. */
#include <stdio.h>
#include <stdlib.h>

static int matches(const char *pattern, const char *word)
{
    for (; *pattern; pattern++, word++) {
        if (*pattern == '*') {
            for (const char *rest = word;; rest++) {
                if (matches(pattern + 1, rest))
                    return 1;
                if (!*rest)
                    return 0;
            }
        }
        if (!*word || (*pattern != '?' && *pattern != *word))
            return 0;
    }
    return !*word;
}

int main(int argc, char **argv)
{
    static const char *const patterns[] = { "a*b*c", "*ab?", "?*d*", "abc*", "*a*a*a*" };
    unsigned n = argc > 1 ? (unsigned)atoi(argv[1]) : 30000, found = 0;
    unsigned long x = 42;
    char word[24];

    for (unsigned i = 0; i < n; i++) {
        unsigned length = 4 + (unsigned)(x >> 40) % 16;
        for (unsigned k = 0; k < length; k++) {
            x = x * 6364136223846793005 + 1442695040888963407;
            word[k] = "abcde"[(x >> 33) % 5];
        }
        word[length] = 0;
        for (unsigned k = 0; k < sizeof patterns / sizeof *patterns; k++)
            found += (unsigned)matches(patterns[k], word);
    }
    printf("%u\n", found);
    return 0;
}
