/* Reads a pattern line by line; a fault costs its line alone. */
#include "parse.h"
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- declarations ---- */

/* Takes a name that no size, let, array has. */
static const char *new_name(struct parser *p, const char *what)
{
    const struct token *t = p->t;
    const struct let *let = parse_let(p, t);
    unsigned array = parse_array(p, t);
    const char *is = NULL;

    if (let != NULL)
        is = "a let";
    else if (array < p->pattern->n_arrays)
        is = "an array";
    else if (p->pattern->size != NULL && token_names(t, p->pattern->size))
        is = "a size";
    if (is != NULL) {
        char said[200];
        (void)snprintf(said, sizeof said, "'%.*s' is declared already, as %s",
                       (int)(t->n > 40 ? 40 : t->n), t->text, is);
        parse_fail(p, said);
        return NULL;
    }
    return parse_name(p, what);
}

static bool size_range(struct parser *p)
{
    struct pattern *q = p->pattern;

    if (!parse_number(p, "the least size", 1, MOST_NUMBER - 1, &q->least) ||
        !parse_expect(p, "..", "between the least and the largest size"))
        return false;
    return parse_number(p, "the largest size", q->least, MOST_NUMBER - 1, &q->most);
}

static void size_line(struct parser *p)
{
    struct pattern *q = p->pattern;
    struct place at = p->t->at;

    if (q->size != NULL) {
        parse_fail(p, "there is a size already; other sizes are constants: `let`");
        return;
    }
    const char *name = new_name(p, "the size's name");
    if (name == NULL)
        return;
    q->size = name;
    q->size_at = at;
    if (parse_take(p, "in") && !size_range(p))
        return;
    if (parse_take(p, "step") && !parse_number(p, "a step", 1, MOST_NUMBER - 1, &q->step))
        return;
    parse_end(p);
}

/* The number given for the let NAME in place of its own; NULL: none. */
static struct let_given *given_for(struct parser *p, const char *name)
{
    for (unsigned i = 0; i < p->n_given; i++)
        if (strcmp(p->given[i].name, name) == 0)
            return &p->given[i];
    return NULL;
}

/* Puts the numbers of GIVEN in the place of LET's own. */
static void take_given(struct parser *p, struct let *let, struct let_given *given)
{
    given->used = true;
    let->n = given->n > 1 ? given->n : 0;
    for (unsigned i = 0; i < given->n; i++) {
        struct affine *a = arena_take(&p->pattern->arena, sizeof *a);

        *a = (struct affine){
            .kind = AFFINE_NUMBER, .at = let->at, .number = given->numbers[i], .nodes = 1
        };
        let->swept[i] = a;
    }
    let->value = let->swept[0];
}

/* One expression, or numbers to sweep. */
static bool let_values(struct parser *p, struct let *let)
{
    int64_t number;

    do {
        struct place at = p->t->at;
        if (let->n == MOST_SWEEP)
            return parse_fail(p, "more than 16 numbers in a sweep");
        const struct affine *value = parse_affine(p);
        if (value == NULL)
            return false;
        bool sweeps = let->n > 0 || token_is(p->t, ",");
        if (sweeps && !affine_number(value, &number)) {
            fault_add(p->faults, at, "a let with several values takes numbers only");
            return false;
        }
        for (unsigned i = 0; i < let->n; i++)
            if (let->swept[i]->number == value->number) {
                fault_add(p->faults, at, "this number is there already");
                return false;
            }
        let->swept[let->n++] = value;
    } while (parse_take(p, ","));
    return parse_end(p);
}

static void let_line(struct parser *p)
{
    struct place at = p->t->at;
    const char *name = new_name(p, "a let's name");

    if (name == NULL)
        return;
    if (p->n_lets == MOST_LETS) {
        fault_add(p->faults, at, "more than %d lets", MOST_LETS);
        return;
    }
    /* A broken one is declared, too, so that its uses are no faults of their own. */
    struct let *let = &p->lets[p->n_lets++];
    *let = (struct let){ .name = name, .at = at };
    if (!parse_expect(p, "=", "after a let's name") || !let_values(p, let)) {
        let->n = 0;
        return;
    }
    let->value = let->swept[0];
    let->n = let->n > 1 ? let->n : 0;
    struct let_given *given = given_for(p, name);
    if (given != NULL)
        take_given(p, let, given);
}

static bool take_type(struct parser *p, enum element_type *type)
{
    for (unsigned i = 0; i < TYPES; i++)
        if (parse_take(p, type_word((enum element_type)i))) {
            *type = (enum element_type)i;
            return true;
        }
    return parse_fail(p, "a type is expected: f64, f32, i32 or i64");
}

static bool extents(struct parser *p, struct array *a)
{
    if (!token_is(p->t, "["))
        return parse_expect(p, "[", "before an extent");
    while (parse_take(p, "[")) {
        const struct affine *extent = parse_affine(p);
        if (extent == NULL || !parse_expect(p, "]", "after an extent"))
            return false;
        if (a->n_extents == MOST_EXTENTS)
            return parse_fail(p, "an array has at most 6 dimensions");
        a->extents[a->n_extents++] = extent;
    }
    return true;
}

static bool array_words(struct parser *p, struct array *a)
{
    int64_t pad;

    for (;;)
        if (parse_take(p, "dense"))
            a->dense = true;
        else if (parse_take(p, "pad")) {
            if (!parse_number(p, "a pad", 0, 1 << 20, &pad))
                return false;
            a->pad = (uint32_t)pad;
        } else
            return parse_end(p);
}

static void array_line(struct parser *p)
{
    struct pattern *q = p->pattern;
    struct place at = p->t->at;
    const char *name = new_name(p, "an array's name");

    if (name == NULL)
        return;
    if (q->n_arrays == MOST_ARRAYS) {
        fault_add(p->faults, at, "more than %d arrays", MOST_ARRAYS);
        return;
    }
    struct array *a = &q->arrays[q->n_arrays++];
    *a = (struct array){ .name = name, .at = at };
    a->broken = !extents(p, a) || !take_type(p, &a->type) || !array_words(p, a);
}

/* `in LOW..HIGH random` or `stride K`. */
static bool index_words(struct parser *p, struct array *a)
{
    int64_t stride = 1;

    if (!parse_expect(p, "in", "before the range of an index array"))
        return false;
    a->low = parse_affine(p);
    if (a->low == NULL || !parse_expect(p, "..", "between the least and the largest subscript"))
        return false;
    a->high = parse_affine(p);
    if (a->high == NULL)
        return false;
    a->random = parse_take(p, "random");
    if (!a->random && !parse_expect(p, "stride", "or 'random' after the range of an index array"))
        return false;
    if (!a->random && !parse_number(p, "a stride", 1, MOST_NUMBER - 1, &stride))
        return false;
    a->stride = (uint32_t)stride;
    return parse_end(p);
}

static void index_line(struct parser *p)
{
    struct pattern *q = p->pattern;
    struct place at = p->t->at;
    const char *name = new_name(p, "an index array's name");

    if (name == NULL)
        return;
    if (q->n_arrays == MOST_ARRAYS) {
        fault_add(p->faults, at, "more than %d arrays", MOST_ARRAYS);
        return;
    }
    struct array *a = &q->arrays[q->n_arrays++];
    *a = (struct array){ .name = name, .at = at, .type = TYPE_I32, .index = true };
    a->broken = !extents(p, a) || !index_words(p, a);
}

/* ---- statements ---- */

static bool iterators(struct parser *p, struct statement *s)
{
    if (!parse_expect(p, "[", "after a statement's name"))
        return false;
    do {
        const struct token *t = p->t;
        for (unsigned i = 0; i < s->n_iterators; i++)
            if (token_names(t, s->iterators[i]))
                return parse_fail(p, "this iterator is there already");
        const char *name = new_name(p, "an iterator");
        if (name == NULL)
            return false;
        if (s->n_iterators == MOST_ITERATORS) {
            fault_add(p->faults, t->at, "more than %d iterators", MOST_ITERATORS);
            return false;
        }
        s->iterators[s->n_iterators++] = name;
    } while (parse_take(p, ","));
    return parse_expect(p, "]", "after the iterators");
}

static bool is_statement(const struct parser *p, const struct token *name)
{
    for (unsigned i = 0; i < p->pattern->n_statements; i++)
        if (token_names(name, p->pattern->statements[i].name))
            return true;
    return false;
}

/* Returns the statement whose assignment is to follow; NULL where it cannot be kept. */
static struct statement *for_line(struct parser *p)
{
    struct pattern *q = p->pattern;
    struct place at = p->t->at;

    if (is_statement(p, p->t)) {
        parse_fail(p, "there is a statement of this name already");
        return NULL;
    }
    const char *name = parse_name(p, "a statement's name");
    if (name == NULL)
        return NULL;
    if (q->n_statements == MOST_STATEMENTS) {
        fault_add(p->faults, at, "more than %d statements", MOST_STATEMENTS);
        return NULL;
    }
    struct statement *s = &q->statements[q->n_statements++];
    *s = (struct statement){ .name = name, .at = at };
    p->of = s;
    s->broken = !iterators(p, s) || !parse_expect(p, ":", "before the conditions") ||
                !parse_conditions(p, &s->conditions) || !parse_end(p);
    p->of = NULL;
    return s;
}

static void count_work(const struct value *v, struct work *w)
{
    w->add += v->kind == VALUE_ADD || v->kind == VALUE_SUB || v->kind == VALUE_FMA;
    w->mul += v->kind == VALUE_MUL || v->kind == VALUE_FMA;
    w->div += v->kind == VALUE_DIV;
    w->sqrt += v->kind == VALUE_SQRT;
    if (v->kind == VALUE_ACCESS)
        w->loads += v->access->gather != NULL ? 2 : 1;
    for (unsigned i = 0; i < v->n; i++)
        count_work(v->operands[i], w);
}

static void list_reads(const struct value *v, struct statement *s)
{
    if (v->kind == VALUE_ACCESS && v->access->gather != NULL)
        s->reads[s->n_reads++] = v->access->gather;
    if (v->kind == VALUE_ACCESS)
        s->reads[s->n_reads++] = v->access;
    for (unsigned i = 0; i < v->n; i++)
        list_reads(v->operands[i], s);
}

/* Checks that V can be done on the type of S. */
static bool check_type(struct parser *p, const struct statement *s, const struct value *v)
{
    const struct pattern *q = p->pattern;
    const char *word = type_word(s->type), *wrong = NULL;
    bool whole = !type_is_float(s->type);

    if (v->kind == VALUE_ACCESS && !q->arrays[v->access->array].broken &&
        q->arrays[v->access->array].type != s->type) {
        fault_add(p->faults, v->at, "%s is %s, but %s assigns to %s: types may not be mixed",
                  q->arrays[v->access->array].name, type_word(q->arrays[v->access->array].type),
                  s->name, word);
        return false;
    }
    if (whole && v->kind == VALUE_SQRT)
        wrong = "sqrt() takes f64 or f32";
    else if (whole && v->kind == VALUE_NUMBER && !v->whole)
        wrong = "a number with a fraction";
    else if (whole && v->kind == VALUE_DIV && v->operands[1]->kind != VALUE_NUMBER)
        wrong = "'/' of whole numbers needs a positive number on its right";
    if (wrong != NULL) {
        fault_add(p->faults, v->kind == VALUE_DIV ? v->operands[1]->at : v->at, "%s; %s is %s",
                  wrong, s->name, word);
        return false;
    }
    for (unsigned i = 0; i < v->n; i++)
        if (!check_type(p, s, v->operands[i]))
            return false;
    return true;
}

static bool finish_statement(struct parser *p, struct statement *s)
{
    const struct array *target = &p->pattern->arrays[s->target.array];

    if (p->n_values > MOST_VALUES) {
        fault_add(p->faults, s->target.at, "too hard: more than %d operands and operations",
                  MOST_VALUES);
        return false;
    }
    s->type = target->type;
    count_work(s->value, &s->work);
    s->reads = arena_take(&p->pattern->arena, s->work.loads * sizeof s->reads[0]);
    list_reads(s->value, s);
    for (unsigned i = 0; i < s->n_reads; i++)
        if (p->pattern->arrays[s->reads[i]->array].broken)
            return false;
    return !target->broken && check_type(p, s, s->value);
}

/* Checks that S assigns no element of, and none by, an index array. */
static bool check_target(struct parser *p, const struct statement *s)
{
    const struct access *a = &s->target;
    const struct pattern *q = p->pattern;

    if (q->arrays[a->array].index)
        fault_add(p->faults, a->at, "%s is an index array: it is never written",
                  q->arrays[a->array].name);
    else if (a->gather != NULL)
        fault_add(p->faults, a->gather->at,
                  "%s subscripts what %s assigns: instances could write one element in any order, "
                  "so index arrays are for reads alone",
                  q->arrays[a->gather->array].name, s->name);
    else
        return true;
    return false;
}

static void assignment(struct parser *p, struct statement *s)
{
    bool was_broken = s->broken;

    p->of = s;
    p->n_values = 0;
    s->broken = true;
    if (parse_access(p, &s->target) && check_target(p, s) &&
        parse_expect(p, "=", "after the element that is assigned")) {
        s->value = parse_value(p);
        if (s->value != NULL && parse_end(p))
            s->broken = !finish_statement(p, s) || was_broken;
    }
    p->of = NULL;
}

/* ---- the file ---- */

static void about_line(struct parser *p, const struct line *l)
{
    if (p->pattern->about != NULL)
        parse_fail(p, "there is a line `about` already");
    else
        p->pattern->about = arena_text(&p->pattern->arena, l->about, l->n_about);
}

static void unknown_line(struct parser *p)
{
    if (p->t->kind == TOKEN_WORD && token_is(p->t + 1, "["))
        parse_fail(p, "an assignment follows a line `for`");
    else
        parse_fail(p, "a line begins with about, size, let, array, index, for, variant or a clause "
                      "of a "
                      "variant");
}

static void read_line(struct parser *p, const struct line *l, struct statement **open)
{
    p->t = l->tokens;
    p->depth = 0;
    bool assigns = p->t->kind == TOKEN_WORD && token_is(p->t + 1, "[");
    if (*open != NULL && (assigns || !parse_is_line(p->t))) {
        assignment(p, *open);
        *open = NULL;
        return;
    }
    if (*open != NULL) {
        fault_add(p->faults, (*open)->at, "%s has no assignment", (*open)->name);
        (*open)->broken = true;
        *open = NULL;
    }
    if (l->about != NULL)
        about_line(p, l);
    else if (parse_take(p, "size"))
        size_line(p);
    else if (parse_take(p, "let"))
        let_line(p);
    else if (parse_take(p, "array"))
        array_line(p);
    else if (parse_take(p, "index"))
        index_line(p);
    else if (parse_take(p, "for"))
        *open = for_line(p);
    else if (parse_take(p, "variant"))
        parse_variant(p);
    else if (parse_is_clause(p->t))
        parse_clauses_line(p);
    else
        unknown_line(p);
}

/* The file's name without folder and ending. */
static void take_name(struct parser *p)
{
    const char *file = strrchr(p->faults->file, '/');
    static const char ending[] = ".pattern";

    file = file == NULL ? p->faults->file : file + 1;
    size_t n = strlen(file), n_ending = sizeof ending - 1;
    bool ends = n > n_ending && strcmp(file + n - n_ending, ending) == 0;
    n = ends ? n - n_ending : n;
    if (!ends || n > MOST_NAME || strspn(file, "abcdefghijklmnopqrstuvwxyz0123456789_") < n) {
        fault_add(p->faults, (struct place){ 1, 1 },
                  "the file's name is the pattern's: NAME.pattern, NAME of at most %d lower-case "
                  "letters, digits and '_'",
                  MOST_NAME);
        n = n > MOST_NAME ? MOST_NAME : n;
    }
    memcpy(p->pattern->name, file, n);
}

/* CRC-32 (IEEE 802.3) of the text without comments. */
static uint32_t spec_of(const struct faults *f)
{
    uint32_t crc = UINT32_MAX;
    bool comment = false;

    for (size_t i = 0; i < f->n_bytes; i++) {
        comment = f->text[i] != '\n' && (comment || f->text[i] == '#');
        if (comment)
            continue;
        crc ^= (unsigned char)f->text[i];
        for (int bit = 0; bit < 8; bit++)
            crc = crc >> 1 ^ (crc & 1 ? UINT32_C(0xedb88320) : 0);
    }
    return ~crc;
}

/* A pattern without variants has one, the order of the text. */
static void complete(struct parser *p)
{
    struct pattern *q = p->pattern;

    if (q->n_statements == 0 && p->faults->n == 0)
        fault_add(p->faults, (struct place){ 1, 1 },
                  "there is no statement: `for S[i] : 0 <= i < n`, then an assignment");
    if (q->n_variants == 0)
        q->variants[q->n_variants++] = (struct variant){
            .name = "plain",
            .at = { 1, 1 },
            .text = "",
            .barrier = true,
        };
    pattern_size_indexes(q);
    if (q->about == NULL)
        q->about = "";
}

/* Returns the line after those that belong to the variant of line I of LINES. */
static unsigned variant_end(const struct lines *lines, unsigned i)
{
    do
        i++;
    while (i < lines->n && parse_is_clause(lines->at[i].tokens));
    return i;
}

static void read_lines(struct parser *p)
{
    struct lines lines = lexer_split(p->faults, &p->pattern->arena);
    struct statement *open = NULL;
    bool again;

    for (unsigned i = 0, end; i < lines.n; i = end) {
        bool variant = token_names(lines.at[i].tokens, "variant");
        unsigned first = p->pattern->n_variants;

        end = variant ? variant_end(&lines, i) : i + 1;
        parse_sweep_begin(p);
        do {
            for (unsigned k = i; k < end; k++)
                read_line(p, &lines.at[k], &open);
            again = variant && parse_sweep_next(p, first);
        } while (again);
    }
    if (open != NULL) {
        fault_add(p->faults, open->at, "%s has no assignment", open->name);
        open->broken = true;
    }
}

struct pattern *pattern_parse(struct faults *faults, struct let_given *given, unsigned n_given)
{
    struct pattern *q = calloc(1, sizeof *q);
    struct parser *p = calloc(1, sizeof *p);

    if (q == NULL || p == NULL) {
        fputs("patterns: out of memory\n", stderr);
        exit(2);
    }
    *p = (struct parser){ .pattern = q, .faults = faults, .given = given, .n_given = n_given };
    q->least = q->step = 1;
    q->most = INT64_MAX;
    take_name(p);
    if (faults->n_bytes > MOST_TEXT)
        fault_add(faults, (struct place){ 1, 1 }, "the file is longer than %d bytes", MOST_TEXT);
    else
        read_lines(p);
    complete(p);
    q->spec = spec_of(faults);
    free(p);
    return q;
}

void pattern_free(struct pattern *p)
{
    if (p == NULL)
        return;
    arena_free(&p->arena);
    free(p);
}
