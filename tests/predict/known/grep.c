/* Matches a pattern with * and ? at every place of a text: recursion over bytes. */
#include <stdio.h>
#include <stdlib.h>

static int matches(const char *pattern, const char *text, const char *end)
{
    for (; *pattern != '\0'; pattern++, text++) {
        if (*pattern == '*') {
            for (const char *t = text; t <= end && t < text + 12; t++)
                if (matches(pattern + 1, t, end))
                    return 1;
            return 0;
        }
        if (text >= end || (*pattern != '?' && *pattern != *text))
            return 0;
    }
    return 1;
}

int main(int argc, char **argv)
{
    size_t n = argc > 1 ? (size_t)atol(argv[1]) : 300000, found = 0;
    char *text = malloc(n);
    unsigned seed = 17;

    for (size_t i = 0; i < n; i++) {
        seed = seed * 1664525U + 1013904223U;
        text[i] = "abacabad"[seed >> 29];
    }
    for (size_t i = 0; i < n; i++)
        found += (size_t)matches("ab?*ca*d?b", text + i, text + n);
    printf("%zu\n", found);
    return 0;
}
