/* Curves of kernels over threads. */
#include "kernel_curve.h"
#include <string.h>

const char *kernel_curve_form(const struct kernel_run *r)
{
    if (r->contexts < 2 || !kernels_warm(r) || strcmp(r->space, "independent") == 0)
        return NULL;
    return strcmp(r->space, "cyclic") == 0 ? "farm" : "static";
}

static bool is_same_variant(const struct kernel_run *a, const struct kernel_run *b)
{
    return strcmp(a->name, b->name) == 0 && strcmp(a->variant, b->variant) == 0 &&
           strcmp(a->type, b->type) == 0;
}

const struct kernel_run *kernel_curve_alone(const struct kernels *k, const struct kernel_run *r)
{
    for (size_t i = 0; i < k->n; i++)
        if (k->run[i].contexts == 1 && kernels_warm(&k->run[i]) && is_same_variant(&k->run[i], r))
            return &k->run[i];
    return NULL;
}

/* Puts R among those of C, by its number of threads. */
static void insert(struct kernel_curve *c, const struct kernel_run *r)
{
    size_t at = c->n;

    if (c->n == KERNEL_CURVE_MOST)
        return;
    for (; at > 0 && c->at[at - 1].run->contexts > r->contexts; at--)
        c->at[at] = c->at[at - 1];
    c->at[at] = (struct kernel_curve_point){ .run = r };
    c->n++;
}

/* Leaves those of C that can be compared at its size. */
static void compare(struct kernel_curve *c)
{
    size_t kept = 0;

    for (size_t i = 0; i < c->n; i++) {
        struct kernel_curve_point p = c->at[i];

        p.speedup = kernel_ratio_at(c->alone, p.run, c->size);
        if (p.speedup.n > 0)
            c->at[kept++] = p;
    }
    c->n = kept;
}

void kernel_curve_make(struct kernel_curve *c, const struct kernels *k,
                       const struct kernel_run *alone)
{
    *c = (struct kernel_curve){ .alone = alone };
    for (size_t i = 0; i < k->n; i++) {
        const struct kernel_run *r = &k->run[i];
        const char *form = kernel_curve_form(r);

        if (form == NULL || !is_same_variant(r, alone))
            continue;
        c->form = form;
        insert(c, r);
    }
    /* Most threads first: the curve is of their size. */
    for (size_t i = c->n; i-- > 0 && c->size == 0;)
        c->size = kernel_ratio_largest(alone, c->at[i].run).n;
    compare(c);
}
