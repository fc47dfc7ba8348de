/* Values for which all clauses hold: tries, two watched literals a clause, and takes back. */
#include <stdio.h>
#include <stdlib.h>

enum { VARIABLES = 90, CLAUSES = 384, LITERALS = 2 * VARIABLES, WIDTH = 3 };

/* A literal is twice its variable, and one more where it is negated. */
struct watch {
    int clauses[CLAUSES], n;
};

static int clauses[CLAUSES][WIDTH];
static struct watch watches[LITERALS];
static signed char value[VARIABLES];
static int trail[VARIABLES], n_trail, n_done;
static unsigned state;
static unsigned long tries, followed;

static unsigned draw(unsigned below)
{
    state = state * 1664525 + 1013904223;
    return (unsigned)((unsigned long long)state * below >> 32);
}

/* Returns 1 where the literal holds, -1 where it does not, 0 where that is open. */
static int holds(int literal)
{
    return literal & 1 ? -value[literal / 2] : value[literal / 2];
}

static void assume(int literal)
{
    value[literal / 2] = literal & 1 ? -1 : 1;
    trail[n_trail++] = literal;
}

static void swap(int *a, int *b)
{
    int t = *a;

    *a = *b;
    *b = t;
}

/* Finds another literal to watch in a clause whose literal WRONG does not hold any more. */
static int rewatch(int c, int wrong)
{
    int *clause = clauses[c];

    if (clause[0] == wrong)
        swap(&clause[0], &clause[1]);
    for (int k = 2; k < WIDTH; k++)
        if (holds(clause[k]) >= 0) {
            struct watch *w = &watches[clause[k]];

            swap(&clause[1], &clause[k]);
            w->clauses[w->n++] = c;
            return 1;
        }
    return 0;
}

/* Follows all that is forced; returns 0 where a clause cannot hold. */
static int propagate(void)
{
    while (n_done < n_trail) {
        int wrong = trail[n_done++] ^ 1, kept = 0, fine = 1;
        struct watch *w = &watches[wrong];

        for (int i = 0; i < w->n; i++) {
            int c = w->clauses[i], *clause = clauses[c];

            followed++;
            if (!fine || holds(clause[0]) > 0 || holds(clause[1]) > 0 || !rewatch(c, wrong)) {
                w->clauses[kept++] = c;
                if (fine && holds(clause[0]) == 0 && holds(clause[1]) < 0)
                    assume(clause[0]);
                else if (fine && holds(clause[0]) < 0 && holds(clause[1]) < 0)
                    fine = 0;
            }
        }
        w->n = kept;
        if (!fine)
            return 0;
    }
    return 1;
}

static void take_back(int to)
{
    while (n_trail > to)
        value[trail[--n_trail] / 2] = 0;
    n_done = n_trail;
}

/* The open variable that most clauses watch. */
static int choose(void)
{
    int best = -1, most = -1;

    for (int v = 0; v < VARIABLES; v++) {
        int n = watches[2 * v].n + watches[2 * v + 1].n;

        if (value[v] == 0 && n > most) {
            best = v;
            most = n;
        }
    }
    return best;
}

static int solve(void)
{
    int v, mark = n_trail;

    if (!propagate())
        return 0;
    v = choose();
    if (v < 0)
        return 1;
    mark = n_trail;
    for (int k = 0; k < 2; k++) {
        tries++;
        assume(2 * v + k);
        if (solve())
            return 1;
        take_back(mark);
    }
    return 0;
}

static void make_clauses(unsigned seed)
{
    state = seed;
    for (int i = 0; i < LITERALS; i++)
        watches[i].n = 0;
    for (int c = 0; c < CLAUSES; c++) {
        int *clause = clauses[c];

        do
            for (int k = 0; k < WIDTH; k++)
                clause[k] = (int)draw(LITERALS);
        while (clause[0] / 2 == clause[1] / 2 || clause[0] / 2 == clause[2] / 2 ||
               clause[1] / 2 == clause[2] / 2);
        for (int k = 0; k < 2; k++) {
            struct watch *w = &watches[clause[k]];

            w->clauses[w->n++] = c;
        }
    }
}

int main(int argc, char **argv)
{
    int problems = argc > 1 ? atoi(argv[1]) : 3, solved = 0;

    for (int i = 0; i < problems; i++) {
        make_clauses(7u + 1000u * (unsigned)i);
        solved += solve();
        take_back(0);
    }
    printf("%d of %d solved, %lu tries, %lu clauses followed\n", solved, problems, tries, followed);
    return 0;
}
