/* Regular expressions become automata that follow all their ways at once through lines of a log. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 128, TEXT = 64 };

enum kind { LETTER, ANY, CLASS, SPLIT, GO, FOUND };

struct state {
    enum kind kind;
    unsigned char letter, from, to;
    int next, other;
};

struct automaton {
    struct state states[MOST];
    int n;
};

/* The states that are alive, in the order in which they came to be. */
struct set {
    int states[MOST], n;
    unsigned char has[MOST];
};

static int add_state(struct automaton *a, enum kind kind)
{
    a->states[a->n] = (struct state){ .kind = kind, .next = a->n + 1, .other = -1 };
    return a->n++;
}

static const char *read_choice(struct automaton *a, const char *s);

/* Reads a letter, a class or a group, and what may repeat it. */
static const char *read_piece(struct automaton *a, const char *s)
{
    int first = a->n;

    /* room for a split in front of the piece */
    add_state(a, GO);
    if (*s == '(') {
        s = read_choice(a, s + 1) + 1;
    } else if (*s == '[') {
        int at = add_state(a, CLASS);

        a->states[at].from = (unsigned char)s[1];
        a->states[at].to = (unsigned char)s[3];
        s += 5;
    } else {
        int at = add_state(a, *s == '.' ? ANY : LETTER);

        a->states[at].letter = (unsigned char)*s++;
    }
    if (*s == '*' || *s == '+') {
        int back = add_state(a, SPLIT);

        a->states[back].other = first + 1;
    }
    if (*s == '*' || *s == '?') {
        a->states[first].kind = SPLIT;
        a->states[first].other = a->n;
    }
    return *s == '*' || *s == '+' || *s == '?' ? s + 1 : s;
}

/* Reads alternatives up to the end or a bracket. */
static const char *read_choice(struct automaton *a, const char *s)
{
    int split = add_state(a, GO), ends[16], n = 0;

    for (;; s++) {
        while (*s != 0 && *s != '|' && *s != ')')
            s = read_piece(a, s);
        ends[n++] = add_state(a, GO);
        if (*s != '|')
            break;
        a->states[split].kind = SPLIT;
        a->states[split].other = a->n;
        split = add_state(a, GO);
    }
    for (int i = 0; i < n; i++)
        a->states[ends[i]].next = a->n;
    return s;
}

static void follow(const struct automaton *a, struct set *set, int at)
{
    while (at >= 0 && !set->has[at]) {
        const struct state *s = &a->states[at];

        set->has[at] = 1;
        if (s->kind == SPLIT)
            follow(a, set, s->other);
        if (s->kind != SPLIT && s->kind != GO) {
            set->states[set->n++] = at;
            return;
        }
        at = s->next;
    }
}

static int accepts(const struct state *s, unsigned char c)
{
    switch (s->kind) {
    case LETTER:
        return s->letter == c;
    case CLASS:
        return c >= s->from && c <= s->to;
    default:
        return s->kind == ANY;
    }
}

static void empty(struct set *set)
{
    set->n = 0;
    memset(set->has, 0, sizeof set->has);
}

/* Returns whether the expression is anywhere in the line. */
static int search(const struct automaton *a, const char *line)
{
    struct set sets[2];
    struct set *now = &sets[0], *then = &sets[1];

    empty(now);
    for (;; line++) {
        struct set *swap = now;

        follow(a, now, 0);
        empty(then);
        for (int i = 0; i < now->n; i++) {
            const struct state *s = &a->states[now->states[i]];

            if (s->kind == FOUND)
                return 1;
            if (*line != 0 && accepts(s, (unsigned char)*line))
                follow(a, then, s->next);
        }
        if (*line == 0)
            return 0;
        now = then;
        then = swap;
    }
}

static unsigned draw(unsigned below)
{
    static unsigned state = 2463534242u;

    state ^= state << 13;
    state ^= state >> 17;
    state ^= state << 5;
    return state % below;
}

static void make_line(char *line)
{
    static const char *const who[] = { "sshd", "cron", "kernel", "mailer", "backup" };
    static const char *const what[] = { "started", "failed", "retry 3 of 5", "closed by peer",
                                        "no space left" };

    snprintf(line, TEXT, "%02u:%02u %s[%u]: %s from 10.0.%u.%u", draw(24), draw(60), who[draw(5)],
             draw(30000), what[draw(5)], draw(4), draw(256));
}

int main(int argc, char **argv)
{
    static const char *const expressions[] = { "(sshd|cron).[0-9]+.: failed",
                                               "retry [0-9]+ of [4-6]", "10.0.(1|3).2[0-4][0-9]",
                                               "0[0-5]:.*(space|peer).*10.0.2" };
    int lines = argc > 1 ? atoi(argv[1]) : 300;
    int found[4] = { 0 };
    struct automaton automata[4];
    char line[TEXT];

    for (int k = 0; k < 4; k++) {
        automata[k].n = 0;
        read_choice(&automata[k], expressions[k]);
        add_state(&automata[k], FOUND);
    }
    for (int i = 0; i < lines; i++) {
        make_line(line);
        for (int k = 0; k < 4; k++)
            found[k] += search(&automata[k], line);
    }
    for (int k = 0; k < 4; k++)
        printf("%s: %d\n", expressions[k], found[k]);
    return 0;
}
