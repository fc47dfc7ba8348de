#include "infer_locality.h"
#include "text.h"
#include <math.h>
#include <string.h>

/* The tree of contexts, and a map of pairs in its order. */

enum {
    WIDE_PLACES = 16, /* up to so many contexts the map has numbers */
    MOST_PLACES = 64, /* beyond so many, a place stands for several */
    MEMBER_BYTES = 400,
};

bool text_locality_shows(const char *id)
{
    const char *end = strrchr(id, '.');

    return strncmp(id, "coherence.", 10) == 0 || (end != NULL && strcmp(end, ".shared_by") == 0);
}

/* "a cache serves so many contexts: L1 1, L2 not determined". */
static void caches(FILE *out, const struct results *results)
{
    char line[300] = "";
    size_t used = 0;

    for (size_t i = 0; i < results->n && used < sizeof line; i++) {
        const struct result *r = &results->at[i];
        char value[TEXT_CELL];

        if (!text_locality_shows(r->id) || strncmp(r->id, "cache.", 6) != 0)
            continue;
        text_value(value, r);
        used += (size_t)snprintf(line + used, sizeof line - used, "%s%.1s %s",
                                 used ? ", L" : "contexts a cache serves: L", r->id + 6, value);
    }
    if (used > 0)
        text_wrap(out, "  ", line);
}

/* "0-3, 8, 12-15": the contexts of NODE, which come in ascending order within its groups. */
static void members(char *to, const struct locality *l, const struct locality_node *node)
{
    size_t used = 0, end = node->first + node->count;

    *to = '\0';
    for (size_t from = node->first, i; from < end && used + 40 < MEMBER_BYTES; from = i) {
        for (i = from + 1; i < end && l->order[i] == l->order[i - 1] + 1;)
            i++;
        used += (size_t)snprintf(to + used, MEMBER_BYTES - used, "%s%u", used ? "," : "",
                                 l->order[from]);
        if (i - from > 1)
            used += (size_t)snprintf(to + used, MEMBER_BYTES - used, "-%u", l->order[i - 1]);
        if (used + 40 >= MEMBER_BYTES && i < end)
            snprintf(to + used, MEMBER_BYTES - used, "...");
    }
}

static void shared(char *to, size_t room, unsigned caches)
{
    size_t used = 0;

    *to = '\0';
    for (unsigned i = 0; caches >> i != 0 && used < room; i++)
        if (caches >> i & 1)
            used +=
                (size_t)snprintf(to + used, room - used, "%s%u", used ? ", L" : "share L", i + 1);
}

static void rates(char *to, size_t room, const struct locality *l, const struct locality_node *node)
{
    size_t used = 0;

    *to = '\0';
    for (size_t i = l->n_blocks; i-- > 0 && used < room;) {
        char size[TEXT_CELL];

        if (isnan(node->rate[i]))
            continue;
        text_number(size, l->block_bytes[i], "B");
        used += (size_t)snprintf(to + used, room - used, "%s%.3g at %s", used ? ", " : "",
                                 node->rate[i], size);
    }
}

static bool is_leaf(const struct locality *l, size_t at)
{
    return at + 1 == l->n_nodes || l->nodes[at + 1].depth <= l->nodes[at].depth;
}

/* How many groups from AT on, one behind the other, say the same to within a tenth. */
static size_t alike(const struct locality *l, size_t at)
{
    const struct locality_node *first = &l->nodes[at];
    size_t n = 1;

    for (; is_leaf(l, at) && at + n < l->n_nodes && is_leaf(l, at + n); n++) {
        const struct locality_node *node = &l->nodes[at + n];

        if (node->depth != first->depth || node->count != first->count ||
            node->caches != first->caches ||
            !(fabs(node->cycles - first->cycles) <= first->cycles / 10))
            break;
    }
    return n;
}

/* "0-3: 60.1 cy (25 ns)" ...: N groups from AT on, which are alike. */
static void group_lines(FILE *out, const struct locality *l, size_t at, size_t n)
{
    const struct locality_node *node = &l->nodes[at];
    char lead[64], who[MEMBER_BYTES], line[1600], part[300];
    size_t used = 0;

    for (size_t i = 0; i < n && used < sizeof line / 2; i++) {
        members(who, l, &l->nodes[at + i]);
        used += (size_t)snprintf(line + used, sizeof line - used, "%s%s", i ? " | " : "", who);
    }
    used += (size_t)snprintf(line + used, sizeof line - used, ":");
    if (!isnan(node->cycles))
        used += (size_t)snprintf(line + used, sizeof line - used, " %.4g cy", node->cycles);
    if (!isnan(node->cycles) && l->cycle_ns > 0)
        used += (size_t)snprintf(line + used, sizeof line - used, " (%.3g ns)",
                                 node->cycles * l->cycle_ns);
    rates(part, sizeof part, l, node);
    if (*part)
        used += (size_t)snprintf(line + used, sizeof line - used, "; B/cy %s", part);
    shared(part, sizeof part, node->caches);
    if (*part)
        snprintf(line + used, sizeof line - used, "; %s", part);
    snprintf(lead, sizeof lead, "%*s", (int)(2 + 2 * (node->depth < 20 ? node->depth : 20)), "");
    text_wrap(out, lead, line);
}

/* ---- the map ---- */

/* The mean over the pairs of places of two strides of the order; NaN: none was measured. */
static double patch(const struct locality *l, size_t row, size_t column, size_t stride)
{
    double sum = 0;
    size_t n = 0;

    for (size_t i = row * stride; i < (row + 1) * stride && i < l->n; i++)
        for (size_t k = column * stride; k < (column + 1) * stride && k < l->n; k++) {
            double y = l->cycles[l->order[i] * l->n + l->order[k]];

            if (i != k && !isnan(y)) {
                sum += y;
                n++;
            }
        }
    return n > 0 ? sum / (double)n : NAN;
}

static void bounds(const struct locality *l, double *least, double *most)
{
    *least = INFINITY;
    *most = 0;
    for (size_t i = 0; i < l->n * l->n; i++)
        if (!isnan(l->cycles[i])) {
            *least = fmin(*least, l->cycles[i]);
            *most = fmax(*most, l->cycles[i]);
        }
}

/* Darker is farther. */
static char shade(double y, double least, double most)
{
    static const char shades[] = ".:-=+*%#@";
    const double steps = sizeof shades - 2;

    if (isnan(y))
        return ' ';
    return shades[most > least ? lround((y - least) / (most - least) * steps) : 0];
}

static void map(FILE *out, const struct locality *l)
{
    size_t stride = (l->n + MOST_PLACES - 1) / MOST_PLACES;
    size_t places = (l->n + stride - 1) / stride;
    double least, most;

    bounds(l, &least, &most);
    text_wrapf(out, "  ", "pairs in the order of the tree, cycles: %c %.4g to %c %.4g%s",
               shade(least, least, most), least, shade(most, least, most), most,
               stride > 1 ? "; a place stands for several contexts" : "");
    for (size_t i = 0; i < places; i++) {
        fprintf(out, "  %4u ", l->order[i * stride]);
        for (size_t k = 0; k < places; k++) {
            double y = patch(l, i, k, stride);

            if (l->n > WIDE_PLACES)
                fputc(shade(y, least, most), out);
            else if (isnan(y))
                fputs("   -", out);
            else
                fprintf(out, "%4.0f", fmin(y, 9999));
        }
        fputc('\n', out);
    }
}

void text_locality(FILE *out, const struct results *results)
{
    const struct result *pairs = results_find(results, "coherence.pairs");
    const struct locality *l = results->locality;

    if (pairs == NULL)
        return;
    if (l == NULL) {
        text_wrap(out, "LOCALITY   ", pairs->note);
        caches(out, results);
        return;
    }
    fputs("LOCALITY   to hand a line over, and blocks one way\n", out);
    for (size_t i = 0, n; i < l->n_nodes; i += n) {
        n = alike(l, i);
        group_lines(out, l, i, n);
    }
    caches(out, results);
    if (l->n > 2)
        map(out, l);
}
