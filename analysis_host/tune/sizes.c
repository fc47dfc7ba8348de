/* Constant sizes of products, as people write them. */
#include "sizes.h"
#include <stdbool.h>
#include <string.h>

enum { MOST_SIDE = 256, SIDES = 3 };

/* Reads a number from 1 to MOST_SIDE at *AT, and moves *AT past it; 0 where there is none. */
static unsigned read_side(const char **at)
{
    unsigned n = 0;

    for (; **at >= '0' && **at <= '9' && n <= MOST_SIDE; (*at)++)
        n = 10 * n + (unsigned)(**at - '0');
    return n <= MOST_SIDE ? n : 0;
}

/* Reads N or MxNxK up to ',' or the end. */
static bool read_size(const char **at, struct tune_size *size)
{
    unsigned side[SIDES] = { 0 }, n = 0;

    do
        side[n++] = read_side(at);
    while (n < SIDES && side[n - 1] > 0 && **at == 'x' && *(*at)++);
    *size = n == 1 ? (struct tune_size){ side[0], side[0], side[0] }
                   : (struct tune_size){ side[0], side[1], side[2] };
    return size->m > 0 && size->n > 0 && size->k > 0 && (**at == ',' || **at == '\0');
}

static bool is_known(const struct tune_sizes *sizes, const struct tune_size *size)
{
    for (size_t i = 0; i < sizes->n; i++)
        if (memcmp(&sizes->at[i], size, sizeof *size) == 0)
            return true;
    return false;
}

const char *tune_sizes_read(struct tune_sizes *sizes, const char *text)
{
    for (sizes->n = 0;; text++) {
        struct tune_size size;

        if (!read_size(&text, &size))
            return "sides are numbers from 1 to 256, as in 4,8,12x16x4";
        if (is_known(sizes, &size))
            return "a size is there twice";
        if (sizes->n == TUNE_MOST_SIZES)
            return "more than 64 sizes";
        sizes->at[sizes->n++] = size;
        if (*text == '\0')
            return NULL;
    }
}
