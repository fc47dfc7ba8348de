/* Folds names that count up into ranges. */
#include "hostlist.h"
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_DIGITS = 18 };

struct counted {
    size_t stem;   /* bytes before the number */
    size_t digits; /* 0: the name does not end in a number that may count */
    unsigned long long number;
};

static struct counted count_of(const char *name)
{
    size_t n = strlen(name), stem = n;

    while (stem > 0 && name[stem - 1] >= '0' && name[stem - 1] <= '9')
        stem--;
    if (stem == n || n - stem > MOST_DIGITS || stem == 0 || strpbrk(name, "[], \t") != NULL)
        return (struct counted){ n, 0, 0 };
    return (struct counted){ stem, n - stem, strtoull(name + stem, NULL, 10) };
}

static bool is_padded(const char *name, const struct counted *c)
{
    return c->digits > 1 && name[c->stem] == '0';
}

/* True when names A and B, which end in numbers, may stand in one pair of brackets. */
static bool share_brackets(const char *a, const struct counted *x, const char *b,
                           const struct counted *y)
{
    bool same_width = x->digits == y->digits;

    return x->digits > 0 && y->digits > 0 && x->stem == y->stem && strncmp(a, b, x->stem) == 0 &&
           (same_width || (!is_padded(a, x) && !is_padded(b, y)));
}

/* The first name beyond the range that begins with name I. */
static size_t range_end(const char *const *names, size_t n, size_t i)
{
    struct counted last = count_of(names[i]);
    size_t end = i + 1;

    for (; end < n; end++) {
        struct counted next = count_of(names[end]);
        if (!share_brackets(names[end - 1], &last, names[end], &next) ||
            next.number != last.number + 1)
            break;
        last = next;
    }
    return end;
}

/* The first name beyond those from I on that stand in one pair of brackets. */
static size_t group_end(const char *const *names, size_t n, size_t i)
{
    size_t end = range_end(names, n, i), bytes = 0;

    while (end < n && bytes < FLEET_HOSTLIST_BYTES) {
        struct counted last = count_of(names[end - 1]), next = count_of(names[end]);
        if (!share_brackets(names[end - 1], &last, names[end], &next))
            break;
        bytes += 2 * (next.digits + 1);
        end = range_end(names, n, end);
    }
    return end;
}

static void put_range(FILE *out, const char *const *names, size_t from, size_t end, size_t stem)
{
    fputs(names[from] + stem, out);
    if (end > from + 1)
        fprintf(out, "-%s", names[end - 1] + stem);
}

static void put_group(FILE *out, const char *const *names, size_t from, size_t end)
{
    struct counted first = count_of(names[from]);

    if (end == from + 1) {
        fputs(names[from], out);
        return;
    }
    fprintf(out, "%.*s[", (int)first.stem, names[from]);
    for (size_t i = from; i < end;) {
        size_t last = range_end(names, end, i);
        fputs(i > from ? "," : "", out);
        put_range(out, names, i, last, first.stem);
        i = last;
    }
    fputc(']', out);
}

void fleet_hostlist(FILE *out, const char *const *names, size_t n, const char *separator)
{
    for (size_t i = 0; i < n;) {
        size_t end = group_end(names, n, i);
        fputs(i > 0 ? separator : "", out);
        put_group(out, names, i, end);
        i = end;
    }
}
