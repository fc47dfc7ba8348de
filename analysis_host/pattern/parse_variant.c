/* Variants: their clauses, on their own line and on those after it. */
#include "parse.h"
#include <stdio.h>
#include <string.h>

static const char *const clause_words[CLAUSES] = {
    [CLAUSE_ORDER] = "order",     [CLAUSE_INTERCHANGE] = "interchange",
    [CLAUSE_TILE] = "tile",       [CLAUSE_SKEW] = "skew",
    [CLAUSE_REVERSE] = "reverse", [CLAUSE_INTERLEAVE] = "interleave",
    [CLAUSE_UNROLL] = "unroll",   [CLAUSE_PARALLEL] = "parallel",
    [CLAUSE_SPACE] = "space",     [CLAUSE_BARRIER] = "barrier",
    [CLAUSE_PAD] = "pad",         [CLAUSE_CONTEXTS] = "contexts",
    [CLAUSE_STORES] = "stores",   [CLAUSE_SCHEDULE] = "schedule",
    [CLAUSE_DENSE] = "dense",
};

bool parse_is_clause(const struct token *token)
{
    for (unsigned i = 0; i < CLAUSES; i++)
        if (token_names(token, clause_words[i]))
            return true;
    return false;
}

bool parse_is_line(const struct token *token)
{
    static const char *const words[] = {
        "about", "size", "let", "array", "index", "for", "variant"
    };

    for (unsigned i = 0; i < sizeof words / sizeof words[0]; i++)
        if (token_names(token, words[i]))
            return true;
    return parse_is_clause(token);
}

/* Takes a whole number of LEAST to MOST, or a let that is one. */
static bool count(struct parser *p, const char *what, int64_t least, int64_t most, int64_t *number)
{
    struct let *let = p->t->kind == TOKEN_WORD ? parse_let(p, p->t) : NULL;
    const struct affine *value = let != NULL ? parse_let_value(p, let) : NULL;
    char said[200];

    if (let == NULL)
        return parse_number(p, what, least, most, number);
    if (value == NULL)
        return false; /* its own line has the fault */
    if (!affine_number(value, number))
        (void)snprintf(said, sizeof said, "%s: '%s' is no number: it grows with the size", what,
                       let->name);
    else if (*number < least || *number > most)
        (void)snprintf(said, sizeof said, "%s: '%s' is %lld, and %lld to %lld is expected", what,
                       let->name, (long long)*number, (long long)least, (long long)most);
    else {
        p->t++;
        return true;
    }
    return parse_fail(p, said);
}

/* ---- clauses that name loops ---- */

/* Returns true when no statement can be looked into, or one has the iterator. */
static bool is_loop(const struct parser *p, const struct token *t)
{
    bool broken = p->pattern->n_statements == 0;

    for (unsigned i = 0; i < p->pattern->n_statements; i++) {
        const struct statement *s = &p->pattern->statements[i];
        broken |= s->broken;
        for (unsigned k = 0; k < s->n_iterators; k++)
            if (token_names(t, s->iterators[k]))
                return true;
    }
    return broken;
}

static const char *loop_name(struct parser *p, const struct variant *v)
{
    const struct token *t = p->t;

    if (t->kind == TOKEN_WORD && !is_loop(p, t)) {
        fault_add(p->faults, t->at, "variant %s: no statement has an iterator '%.*s'", v->name,
                  (int)(t->n > 40 ? 40 : t->n), t->text);
        return NULL;
    }
    return parse_name(p, "an iterator");
}

static bool two_loops(struct parser *p, const struct variant *v, struct loop_word *w)
{
    w->name = loop_name(p, v);
    if (w->name == NULL)
        return false;
    w->other_at = p->t->at;
    w->other = loop_name(p, v);
    if (w->other == NULL)
        return false;
    if (strcmp(w->name, w->other) != 0)
        return true;
    fault_add(p->faults, w->other_at, "variant %s: another iterator is expected", v->name);
    return false;
}

static bool skew_word(struct parser *p, const struct variant *v, struct loop_word *w)
{
    w->number = 1;
    if (!two_loops(p, v, w))
        return false;
    bool negative = parse_take(p, "-");
    if (!negative && p->t->kind != TOKEN_NUMBER && parse_let(p, p->t) == NULL)
        return true;
    if (!count(p, "how far to skew", 1, 1 << 20, &w->number))
        return false;
    w->number = negative ? -w->number : w->number;
    return true;
}

static bool loop_and_number(struct parser *p, const struct variant *v, struct loop_word *w,
                            const char *what, int64_t least, int64_t most)
{
    w->name = loop_name(p, v);
    return w->name != NULL && count(p, what, least, most, &w->number);
}

static bool loop_word(struct parser *p, const struct variant *v, enum clause_kind kind,
                      struct loop_word *w)
{
    w->at = p->t->at;
    switch (kind) {
    case CLAUSE_INTERCHANGE:
        return two_loops(p, v, w);
    case CLAUSE_SKEW:
        return skew_word(p, v, w);
    case CLAUSE_TILE:
        return loop_and_number(p, v, w, "a tile", 1, 1 << 24);
    case CLAUSE_INTERLEAVE:
        return loop_and_number(p, v, w, "parts to interleave", 2, 32);
    case CLAUSE_UNROLL:
        return loop_and_number(p, v, w, "copies to unroll", 2, 64);
    default: /* reverse, parallel */
        w->name = loop_name(p, v);
        return w->name != NULL;
    }
}

static bool loop_words(struct parser *p, const struct variant *v, struct clause *c)
{
    do {
        if (c->n == MOST_ITERATORS)
            return parse_fail(p, "more loops than a statement has iterators");
        if (!loop_word(p, v, c->kind, &c->words[c->n++]))
            return false;
    } while (parse_take(p, ","));
    return true;
}

/* ---- order ---- */

static bool order_loops(struct parser *p, struct order *o)
{
    do {
        if (o->n == MOST_ORDER)
            return parse_fail(p, "too hard: an order of more than 24 loops");
        const struct affine *a = parse_affine(p);
        if (a == NULL)
            return false;
        o->loops[o->n++] = a;
    } while (parse_take(p, ","));
    return true;
}

static bool order_clause(struct parser *p, const struct variant *v, struct clause *c)
{
    struct pattern *q = p->pattern;
    struct order *o = arena_take(&q->arena, sizeof *o);
    const struct token *t = p->t;

    while (o->statement < q->n_statements && !token_names(t, q->statements[o->statement].name))
        o->statement++;
    if (o->statement == q->n_statements && t->kind == TOKEN_WORD) {
        fault_add(p->faults, t->at, "variant %s: no statement '%.*s'", v->name,
                  (int)(t->n > 40 ? 40 : t->n), t->text);
        return false;
    }
    if (parse_name(p, "a statement's name") == NULL || !parse_expect(p, ":", "after `order S`"))
        return false;
    p->of = &q->statements[o->statement];
    bool good =
        order_loops(p, o) && (!parse_take(p, "when") || parse_conditions(p, &o->conditions));
    p->of = NULL;
    c->order = o;
    return good;
}

/* ---- clauses that name no loop ---- */

static bool space_clause(struct parser *p, struct variant *v)
{
    int64_t chunk;

    v->has_space = true;
    v->chunk = 0;
    if (parse_take(p, "unified")) {
        v->space = SPACE_UNIFIED;
        return true;
    }
    if (parse_take(p, "independent")) {
        v->space = SPACE_INDEPENDENT;
        return true;
    }
    v->chunk_at = p->t->at;
    if (!parse_take(p, "cyclic"))
        return parse_fail(p, "a space is expected: unified, independent or cyclic C");
    if (!count(p, "iterations in turn", 1, 1 << 24, &chunk))
        return false;
    v->space = SPACE_CYCLIC;
    v->chunk = (uint32_t)chunk;
    return true;
}

static bool barrier_clause(struct parser *p, struct variant *v)
{
    v->barrier = parse_take(p, "yes");
    return v->barrier || parse_take(p, "no") || parse_fail(p, "yes or no is expected");
}

static bool contexts_clause(struct parser *p, struct variant *v)
{
    int64_t n = 0;

    v->n_contexts = 0;
    do {
        bool first = v->n_contexts == 0;
        int64_t least = first ? 1 : v->contexts[v->n_contexts - 1] + 1;
        if (!first && v->contexts[v->n_contexts - 1] == 0)
            return parse_fail(p, "`all` is the last number of contexts");
        if (v->n_contexts == MOST_CONTEXTS)
            return parse_fail(p, "more than 16 numbers of contexts");
        if (parse_take(p, "all"))
            n = 0;
        else if (!parse_number(p, "contexts, ascending, or `all`", least, 4096, &n))
            return false;
        v->contexts[v->n_contexts++] = (uint16_t)n;
    } while (parse_take(p, ","));
    return true;
}

static bool pad_clause(struct parser *p, struct variant *v)
{
    int64_t pad;

    do {
        unsigned array = parse_array(p, p->t);
        if (array == p->pattern->n_arrays)
            return parse_fail(p, "an array's name is expected");
        p->t++;
        if (!count(p, "elements more a row", 0, 1 << 20, &pad))
            return false;
        v->pads[array] = (uint32_t)pad;
        v->has_pad[array] = true;
    } while (parse_take(p, ","));
    return true;
}

static bool dense_clause(struct parser *p, struct variant *v)
{
    do {
        unsigned array = parse_array(p, p->t);
        if (array == p->pattern->n_arrays)
            return parse_fail(p, "an array's name is expected");
        p->t++;
        v->dense[array] = true;
    } while (parse_take(p, ","));
    return true;
}

static bool stores_clause(struct parser *p, struct variant *v)
{
    v->nontemporal = true;
    return parse_expect(p, "nontemporal", "after `stores`");
}

/* schedule KIND [CHUNK]; without CHUNK one iteration, and a stretch for each context where static.
 */
static bool schedule_clause(struct parser *p, struct variant *v)
{
    static const char *const kinds[] = { "static", "dynamic", "guided" };
    unsigned kind = 0;
    int64_t grain = 1;

    v->has_schedule = true;
    v->schedule_at = p->t->at;
    while (kind < 3 && !parse_take(p, kinds[kind]))
        kind++;
    if (kind == 3)
        return parse_fail(p, "a schedule is expected: static, dynamic or guided");
    v->schedule = (enum schedule_kind)kind;
    bool chunked = p->t->kind != TOKEN_END && !token_is(p->t, ";");
    if (chunked && !count(p, "iterations of a chunk", 1, 1 << 24, &grain))
        return false;
    v->grain = chunked || kind != SCHEDULE_STATIC ? (uint32_t)grain : 0;
    return true;
}

static bool clause_body(struct parser *p, struct variant *v, struct clause *c)
{
    switch (c->kind) {
    case CLAUSE_ORDER:
        return order_clause(p, v, c);
    case CLAUSE_SPACE:
        return space_clause(p, v);
    case CLAUSE_BARRIER:
        return barrier_clause(p, v);
    case CLAUSE_CONTEXTS:
        return contexts_clause(p, v);
    case CLAUSE_PAD:
        return pad_clause(p, v);
    case CLAUSE_STORES:
        return stores_clause(p, v);
    case CLAUSE_DENSE:
        return dense_clause(p, v);
    case CLAUSE_SCHEDULE:
        return schedule_clause(p, v);
    default:
        return loop_words(p, v, c);
    }
}

static bool take_clause_word(struct parser *p, enum clause_kind *kind)
{
    for (unsigned i = 0; i < CLAUSES; i++)
        if (parse_take(p, clause_words[i])) {
            *kind = (enum clause_kind)i;
            return true;
        }
    return parse_fail(p, "a clause is expected: order, interchange, tile, skew, interleave, "
                         "reverse, unroll, parallel, space, schedule, barrier, contexts, pad, "
                         "dense, stores");
}

static bool clause(struct parser *p, struct variant *v)
{
    struct clause *c = &v->clauses[v->n_clauses];

    if (v->n_clauses == MOST_CLAUSES)
        return parse_fail(p, "more than 48 clauses");
    *c = (struct clause){ .at = p->t->at };
    if (!take_clause_word(p, &c->kind) || !clause_body(p, v, c))
        return false;
    v->n_clauses++;
    return true;
}

/* ---- the words of a variant, for people ---- */

/* Appends the tokens from FROM to the end of the line as written, spaces shortened to one. */
static const char *joined_text(struct parser *p, const char *before, const struct token *from)
{
    size_t n = strlen(before), n_more = 0;
    const struct token *end = from;

    for (; end->kind != TOKEN_END; end++)
        n_more += end->n + 1;
    char *text = arena_take(&p->pattern->arena, n + n_more + 3), *to = text + n;
    memcpy(text, before, n);
    if (n > 0 && from != end) {
        memcpy(to, "; ", 2);
        to += 2;
    }
    for (const struct token *t = from; t < end; t++) {
        if (t > from && t->text > t[-1].text + t[-1].n)
            *to++ = ' ';
        memcpy(to, t->text, t->n);
        to += t->n;
    }
    return text;
}

static void clauses(struct parser *p, struct variant *v)
{
    const struct token *from = p->t;
    bool good;

    p->in_clauses = true;
    do
        good = clause(p, v);
    while (good && parse_take(p, ";") && p->t->kind != TOKEN_END);
    p->in_clauses = false;
    if (!good || !parse_end(p))
        v->broken = true;
    v->text = joined_text(p, v->text, from);
}

static bool is_variant(const struct parser *p, const struct token *name)
{
    for (unsigned i = 0; i < p->pattern->n_variants; i++)
        if (token_names(name, p->pattern->variants[i].name))
            return true;
    return false;
}

/* Lower-case, as it is part of names of answers. */
static bool is_lower(const char *name)
{
    return name[strspn(name, "abcdefghijklmnopqrstuvwxyz0123456789_")] == '\0';
}

void parse_variant(struct parser *p)
{
    struct pattern *q = p->pattern;
    struct place at = p->t->at, line_at = p->t[-1].at;

    p->variant = NULL;
    if (is_variant(p, p->t)) {
        parse_fail(p, "there is a variant of this name already");
        return;
    }
    const char *name = parse_name(p, "a variant's name");
    if (name == NULL)
        return;
    if (q->n_variants == MOST_VARIANTS) {
        fault_add(p->faults, at, "more than %d variants; a sweep makes one for each number",
                  MOST_VARIANTS);
        return;
    }
    struct variant *v = p->variant = &q->variants[q->n_variants++];
    *v = (struct variant){ .name = name, .at = line_at, .text = "", .barrier = true };
    if (!is_lower(name)) {
        fault_add(p->faults, at, "a variant's name has lower-case letters, digits and '_'");
        v->broken = true;
    }
    if (parse_take(p, ":") && p->t->kind != TOKEN_END)
        clauses(p, v);
    else if (!parse_end(p))
        v->broken = true;
}

void parse_clauses_line(struct parser *p)
{
    if (p->variant != NULL)
        clauses(p, p->variant);
    else if (p->pattern->n_variants == 0)
        parse_fail(p, "a clause belongs to a variant: `variant NAME` goes before it");
}

/* ---- sweeps ---- */

void parse_sweep_begin(struct parser *p)
{
    for (unsigned i = 0; i < p->n_lets; i++) {
        struct let *let = &p->lets[i];

        let->used = false;
        let->tried = 0;
        if (let->n > 0)
            let->value = let->swept[0];
    }
}

static bool is_swept(const struct let *let)
{
    return let->n > 0 && let->used;
}

/* Appends the numbers of V's sweeps to its name, and says them with its clauses. False after a
 * fault. */
static bool name_variant(struct parser *p, struct variant *v)
{
    char name[2 * MOST_NAME + MOST_LETS * 16], text[MOST_LETS * 48] = "";
    size_t n = (size_t)snprintf(name, sizeof name, "%s", v->name), n_text = 0;

    for (unsigned i = 0; i < p->n_lets; i++) {
        const struct let *let = &p->lets[i];

        if (!is_swept(let))
            continue;
        n += (size_t)snprintf(name + n, sizeof name - n, "_%lld", (long long)let->value->number);
        n_text +=
            (size_t)snprintf(text + n_text, sizeof text - n_text, "%s%s = %lld",
                             n_text > 0 ? ", " : "", let->name, (long long)let->value->number);
    }
    if (n_text == 0)
        return true;
    for (const struct variant *other = p->pattern->variants; other < v; other++)
        if (strcmp(other->name, name) == 0) {
            fault_add(p->faults, v->at, "there is a variant '%s' already", name);
            return false;
        }
    if (n > MOST_NAME || strchr(name, '-') != NULL) {
        fault_add(p->faults, v->at,
                  "'%s': the name of a variant with its numbers has at most %d letters and no sign",
                  name, MOST_NAME);
        return false;
    }
    size_t size = strlen(v->text) + n_text + 4;
    char *said = arena_take(&p->pattern->arena, size);
    (void)snprintf(said, size, "%s (%s)", v->text, text);
    v->text = said;
    v->name = arena_text(&p->pattern->arena, name, n);
    return true;
}

/* Goes on to the next numbers of those sweeps that were used, the last one first. */
static bool try_next(struct parser *p)
{
    for (unsigned i = p->n_lets; i-- > 0;) {
        struct let *let = &p->lets[i];

        if (!is_swept(let))
            continue;
        let->tried = (let->tried + 1) % let->n;
        let->value = let->swept[let->tried];
        if (let->tried > 0)
            return true;
    }
    return false;
}

bool parse_sweep_next(struct parser *p, unsigned first)
{
    struct pattern *q = p->pattern;
    struct variant *v = q->n_variants > first ? &q->variants[q->n_variants - 1] : NULL;

    if (v == NULL || p->variant != v || v->broken)
        return false;
    if (!name_variant(p, v)) {
        v->broken = true;
        return false;
    }
    return try_next(p);
}
