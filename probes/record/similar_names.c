/* Letters that are others, missing, too many, or swapped: the distance of Damerau and Levenshtein,
 * where no letter takes part twice. */
#include "similar_names.h"
#include <stdint.h>

static size_t length_of(const char *text)
{
    size_t n = 0;

    while (text[n] != '\0')
        n++;
    return n;
}

static bool is_same(const char *a, const char *b)
{
    for (; *a != '\0' && *a == *b; a++)
        b++;
    return *a == *b;
}

static unsigned least(unsigned a, unsigned b)
{
    return a < b ? a : b;
}

/* Rows of the table: of the letters of A before this one, of the one before, and of this one. */
struct rows {
    uint8_t two_back[SIMILAR_NAMES_BYTES], back[SIMILAR_NAMES_BYTES], now[SIMILAR_NAMES_BYTES];
};

static void fill_row(struct rows *r, const char *a, size_t i, const char *b, size_t n)
{
    r->now[0] = (uint8_t)i;
    for (size_t k = 1; k <= n; k++) {
        bool swapped = i > 1 && k > 1 && a[i - 1] == b[k - 2] && a[i - 2] == b[k - 1];
        unsigned d = least(least(r->back[k], r->now[k - 1]) + 1u,
                           r->back[k - 1] + (a[i - 1] != b[k - 1] ? 1u : 0u));

        r->now[k] = (uint8_t)(swapped ? least(d, r->two_back[k - 2] + 1u) : d);
    }
}

/* Both names are shorter than SIMILAR_NAMES_BYTES. */
static unsigned distance_of(const char *a, const char *b)
{
    size_t n_a = length_of(a), n = length_of(b);
    struct rows r;

    for (size_t k = 0; k <= n; k++)
        r.back[k] = r.two_back[k] = (uint8_t)k;
    for (size_t i = 1; i <= n_a; i++) {
        fill_row(&r, a, i, b, n);
        for (size_t k = 0; k <= n; k++) {
            r.two_back[k] = r.back[k];
            r.back[k] = r.now[k];
        }
    }
    return r.back[n];
}

static bool is_taken(const struct similar_names *n, const char *name)
{
    for (unsigned i = 0; i < n->n; i++)
        if (is_same(n->name[i], name))
            return true;
    return false;
}

bool similar_names_fits(const struct similar_names *n, const char *name)
{
    size_t typed = length_of(n->typed), named = length_of(name);
    size_t most = typed < 6 ? 2 : typed / 3, longer = typed > named ? typed : named;

    if (longer >= SIMILAR_NAMES_BYTES)
        return false;
    unsigned distance = distance_of(n->typed, name);
    return distance <= most && distance < longer;
}

static void insert(struct similar_names *n, const char *name, unsigned distance)
{
    unsigned at = n->n < SIMILAR_NAMES_MOST ? n->n++ : SIMILAR_NAMES_MOST - 1;

    for (; at > 0 && n->distance[at - 1] > distance; at--) {
        n->name[at] = n->name[at - 1];
        n->distance[at] = n->distance[at - 1];
    }
    n->name[at] = name;
    n->distance[at] = distance;
}

void similar_names_add(struct similar_names *n, const char *name, const char *alias)
{
    bool meant = alias != NULL && is_same(alias, n->typed);

    if (is_taken(n, name) || (!meant && !similar_names_fits(n, name)))
        return;
    unsigned distance = meant ? 0 : distance_of(n->typed, name);
    if (n->n < SIMILAR_NAMES_MOST || distance < n->distance[SIMILAR_NAMES_MOST - 1])
        insert(n, name, distance);
}

/* Appends PART to TEXT, which has N bytes of ROOM. Returns the new length; ROOM where it did not
 * fit. */
static size_t append(char *text, size_t n, size_t room, const char *part)
{
    for (; *part != '\0' && n < room; part++)
        text[n++] = *part;
    return n;
}

bool similar_names_question(const struct similar_names *n, const char *prefix, char *text,
                            size_t room)
{
    size_t used = 0;
    unsigned few = 0;

    while (few < n->n && n->distance[few] == n->distance[0])
        few++;
    for (unsigned i = 0; i < few; i++) {
        used = append(text, used, room, i == 0 ? "did you mean " : i + 1 == few ? " or " : ", ");
        used = append(text, used, room, prefix);
        used = append(text, used, room, n->name[i]);
    }
    if (few > 0)
        used = append(text, used, room, "?");
    bool fits = used > 0 && used < room;
    text[fits ? used : 0] = '\0';
    return fits;
}
