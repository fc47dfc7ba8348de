/* A text that is edited as a tree of pieces; each edit leaves the versions before as they were. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct rope {
    const struct rope *left, *right;
    const char *letters;
    uint32_t length, weight;
};

static uint32_t draw(uint32_t below)
{
    static uint32_t state = 12345;

    state = state * 1664525 + 1013904223;
    return (uint32_t)((uint64_t)state * below >> 32);
}

static uint32_t length_of(const struct rope *r)
{
    return r == NULL ? 0 : r->length;
}

/* The letters of a node stand between those of its left and those of its right. */
static const struct rope *make(const struct rope *left, const char *letters, uint32_t own,
                               uint32_t weight, const struct rope *right)
{
    struct rope *r = malloc(sizeof *r);

    if (r == NULL)
        exit(1);
    *r = (struct rope){ left, right, letters, length_of(left) + own + length_of(right), weight };
    return r;
}

static uint32_t own_of(const struct rope *r)
{
    return r->length - length_of(r->left) - length_of(r->right);
}

static const struct rope *join(const struct rope *a, const struct rope *b)
{
    if (a == NULL || b == NULL)
        return a == NULL ? b : a;
    if (a->weight > b->weight)
        return make(a->left, a->letters, own_of(a), a->weight, join(a->right, b));
    return make(join(a, b->left), b->letters, own_of(b), b->weight, b->right);
}

/* Divides a text after its first AT letters. */
static void split(const struct rope *r, uint32_t at, const struct rope **a, const struct rope **b)
{
    uint32_t left = length_of(r == NULL ? NULL : r->left), own;

    *a = *b = NULL;
    if (r == NULL)
        return;
    own = own_of(r);
    if (at <= left) {
        split(r->left, at, a, b);
        *b = make(*b, r->letters, own, r->weight, r->right);
    } else if (at >= left + own) {
        split(r->right, at - left - own, a, b);
        *a = make(r->left, r->letters, own, r->weight, *a);
    } else {
        *a = make(r->left, r->letters, at - left, r->weight, NULL);
        *b = make(NULL, r->letters + (at - left), left + own - at, r->weight, r->right);
    }
}

static const struct rope *insert(const struct rope *r, uint32_t at, const char *letters)
{
    const struct rope *a, *b;

    split(r, at, &a, &b);
    a = join(a, make(NULL, letters, (uint32_t)strlen(letters), draw(1u << 31), NULL));
    return join(a, b);
}

static const struct rope *cut(const struct rope *r, uint32_t at, uint32_t n)
{
    const struct rope *a, *b, *c, *gone;

    split(r, at, &a, &b);
    split(b, n, &gone, &c);
    return join(a, c);
}

static uint32_t add_up(const struct rope *r, uint32_t sum)
{
    if (r == NULL)
        return sum;
    sum = add_up(r->left, sum);
    for (uint32_t i = 0, own = own_of(r); i < own; i++)
        sum = sum * 31 + (unsigned char)r->letters[i];
    return add_up(r->right, sum);
}

int main(int argc, char **argv)
{
    static const char *const pieces[] = { "a stitch ",  "in time ", "saves nine, ",
                                          "they say; ", "but who ", "would count? " };
    uint32_t edits = argc > 1 ? (uint32_t)atoi(argv[1]) : 2000, kept = 0;
    const struct rope *now = NULL, *versions[64] = { 0 };

    for (uint32_t i = 0; i < edits; i++) {
        uint32_t n = length_of(now);

        now = n < 40 || draw(4) != 0 ? insert(now, draw(n + 1), pieces[draw(6)])
                                     : cut(now, draw(n - 20), draw(20));
        if (i % (edits / 64 + 1) == 0)
            versions[kept++] = now;
    }
    for (uint32_t k = 0; k < kept; k += 8)
        printf("%u %08x\n", length_of(versions[k]), add_up(versions[k], 0));
    printf("%u %08x\n", length_of(now), add_up(now, 0));
    return 0;
}
