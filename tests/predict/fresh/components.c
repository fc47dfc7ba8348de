/* Which modules depend on each other in circles: strong components of a graph, and their order. */
#include <stdio.h>
#include <stdlib.h>

struct graph {
    int n, *begin, *to;
};

struct search {
    int *found, *lowest, *stack, *component;
    int n_found, n_stack, n_components;
};

static unsigned state = 17;

static unsigned draw(unsigned below)
{
    state = state * 1664525 + 1013904223;
    return (unsigned)((unsigned long long)state * below >> 32);
}

/* Most modules depend on some near ones; few on any. */
static int make(struct graph *g, int n)
{
    int at = 0;

    g->n = n;
    g->begin = malloc(((size_t)n + 1) * sizeof *g->begin);
    g->to = malloc(5 * (size_t)n * sizeof *g->to);
    if (g->begin == NULL || g->to == NULL)
        return 0;
    for (int i = 0; i < n; i++) {
        int edges = (int)draw(5);

        g->begin[i] = at;
        for (int k = 0; k < edges; k++) {
            int to = draw(10) == 0 ? (int)draw((unsigned)n) : i + (int)draw(40) - 9;

            g->to[at++] = to < 0 || to >= n ? i : to;
        }
    }
    g->begin[n] = at;
    return 1;
}

static void visit(const struct graph *g, struct search *s, int at)
{
    s->found[at] = s->lowest[at] = ++s->n_found;
    s->stack[s->n_stack++] = at;
    for (int k = g->begin[at]; k < g->begin[at + 1]; k++) {
        int to = g->to[k];

        if (s->found[to] == 0)
            visit(g, s, to);
        if (s->component[to] < 0 && s->lowest[to] < s->lowest[at])
            s->lowest[at] = s->lowest[to];
    }
    if (s->lowest[at] == s->found[at]) {
        int last;

        do {
            last = s->stack[--s->n_stack];
            s->component[last] = s->n_components;
        } while (last != at);
        s->n_components++;
    }
}

/* The longest chain of components; they are numbered so that each depends on lower ones. */
static int longest_chain(const struct graph *g, const struct search *s)
{
    int *chain = calloc((size_t)s->n_components, sizeof *chain), *members, *first, most = 0;

    members = malloc((size_t)g->n * sizeof *members);
    first = calloc((size_t)s->n_components + 1, sizeof *first);
    if (chain == NULL || members == NULL || first == NULL)
        exit(1);
    for (int i = 0; i < g->n; i++)
        first[s->component[i]]++;
    for (int c = 1; c <= s->n_components; c++)
        first[c] += first[c - 1];
    for (int i = 0; i < g->n; i++)
        members[--first[s->component[i]]] = i;
    for (int m = 0; m < g->n; m++) {
        int at = members[m], own = s->component[at];

        for (int k = g->begin[at]; k < g->begin[at + 1]; k++) {
            int other = s->component[g->to[k]];

            if (other != own && chain[other] + 1 > chain[own])
                chain[own] = chain[other] + 1;
        }
        most = chain[own] > most ? chain[own] : most;
    }
    free(chain);
    free(members);
    free(first);
    return most;
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 30000;
    struct graph g;
    struct search s = { 0 };

    if (n <= 0 || !make(&g, n))
        return 1;
    s.found = calloc((size_t)n, sizeof *s.found);
    s.lowest = calloc((size_t)n, sizeof *s.lowest);
    s.stack = calloc((size_t)n, sizeof *s.stack);
    s.component = malloc((size_t)n * sizeof *s.component);
    if (s.found == NULL || s.lowest == NULL || s.stack == NULL || s.component == NULL)
        return 1;
    for (int i = 0; i < n; i++)
        s.component[i] = -1;
    for (int i = 0; i < n; i++)
        if (s.found[i] == 0)
            visit(&g, &s, i);
    printf("%d components of %d, a chain of %d\n", s.n_components, n, longest_chain(&g, &s));
    return 0;
}
