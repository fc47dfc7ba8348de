/* Sorts the rotations of a text, moves letters to the front, counts runs; and all that backwards.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const uint8_t *text;
static size_t length;

static int compare(const void *a, const void *b)
{
    size_t i = *(const uint32_t *)a, k = *(const uint32_t *)b;

    for (size_t n = 0; n < length; n++) {
        if (text[i] != text[k])
            return text[i] - text[k];
        i = i + 1 < length ? i + 1 : 0;
        k = k + 1 < length ? k + 1 : 0;
    }
    return 0;
}

/* Puts the last letters of the sorted rotations into OUT; returns the row of the text itself. */
static size_t rotate(uint8_t *out, uint32_t *rows)
{
    size_t own = 0;

    for (size_t i = 0; i < length; i++)
        rows[i] = (uint32_t)i;
    qsort(rows, length, sizeof *rows, compare);
    for (size_t i = 0; i < length; i++) {
        out[i] = text[(rows[i] + length - 1) % length];
        if (rows[i] == 0)
            own = i;
    }
    return own;
}

static void rotate_back(const uint8_t *in, size_t own, uint8_t *out, uint32_t *next)
{
    uint32_t begin[257] = { 0 };

    for (size_t i = 0; i < length; i++)
        begin[in[i] + 1]++;
    for (int c = 0; c < 256; c++)
        begin[c + 1] += begin[c];
    for (size_t i = 0; i < length; i++)
        next[begin[in[i]]++] = (uint32_t)i;
    for (size_t i = 0, at = next[own]; i < length; i++, at = next[at])
        out[i] = in[at];
}

static void to_front(uint8_t *bytes, int back)
{
    uint8_t order[256];

    for (int c = 0; c < 256; c++)
        order[c] = (uint8_t)c;
    for (size_t i = 0; i < length; i++) {
        int at = back ? bytes[i] : 0;
        uint8_t c;

        while (!back && order[at] != bytes[i])
            at++;
        c = order[at];
        memmove(order + 1, order, (size_t)at);
        order[0] = c;
        bytes[i] = back ? c : (uint8_t)at;
    }
}

/* Returns the bytes that are left where zeros are counted. */
static size_t count_runs(const uint8_t *bytes)
{
    size_t n = 0;

    for (size_t i = 0, run; i < length; i += run, n += 2) {
        for (run = 1; bytes[i] == 0 && run < 256 && i + run < length && bytes[i + run] == 0;)
            run++;
        n -= bytes[i] != 0;
    }
    return n;
}

static void make_text(uint8_t *out)
{
    static const char *const words[] = { "the ",     "board ",   "measures ", "what ",
                                         "a ",       "program ", "asks ",     "of ",
                                         "memory, ", "and ",     "tells\n",   "time " };
    uint32_t state = 5;

    for (size_t i = 0; i < length;) {
        const char *w = words[(state >> 16) % 12];

        state = state * 1103515245 + 12345;
        while (*w != 0 && i < length)
            out[i++] = (uint8_t)*w++;
    }
}

int main(int argc, char **argv)
{
    size_t own;
    uint8_t *given, *packed, *again;
    uint32_t *rows;

    length = argc > 1 ? (size_t)atoi(argv[1]) : 12000;
    given = malloc(3 * length);
    rows = malloc(length * sizeof *rows);
    if (given == NULL || rows == NULL || length == 0)
        return 1;
    packed = given + length;
    again = packed + length;
    make_text(given);
    text = given;
    own = rotate(packed, rows);
    to_front(packed, 0);
    printf("%zu to %zu bytes\n", length, count_runs(packed));
    to_front(packed, 1);
    rotate_back(packed, own, again, rows);
    puts(memcmp(given, again, length) == 0 ? "the same" : "another");
    free(given);
    free(rows);
    return 0;
}
