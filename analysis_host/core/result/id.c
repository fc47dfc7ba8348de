/* Prints and reads the names of answers, from the table of ids.def. */
#include "id.h"
#include "element.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct quantity_row table[QUANTITIES] = {
#define QUANTITY(name, id, was, unit, kind, group, section, probe, label, term, about, limits)     \
    { #name,    id,    was,   unit, ID_##kind, #group, SECTION_##section,                          \
      #section, probe, label, term, about,     limits },
#include "ids.def"
};

static const struct {
    const char *unit, *was;
} units[] = {
#define UNIT(unit, was) { unit, was },
#include "ids.def"
};

static const struct {
    enum quantity quantity;
    const char *word, *was;
} values[] = {
#define WORD(name, word, was) { name, word, was },
#include "ids.def"
};

static const struct {
    const char *word, *about;
} braces[] = {
#define BRACE(word, about) { word, about },
#include "ids.def"
};

/* Braces that are words, and the member of struct result_id that holds them. */
static const struct {
    const char *word;
    size_t member;
} words[] = {
    { "op", offsetof(struct result_id, op) },       { "mix", offsetof(struct result_id, op) },
    { "nodes", offsetof(struct result_id, op) },    { "region", offsetof(struct result_id, op) },
    { "kernel", offsetof(struct result_id, op) },   { "pattern", offsetof(struct result_id, op) },
    { "other", offsetof(struct result_id, type) },  { "type", offsetof(struct result_id, type) },
    { "access", offsetof(struct result_id, type) }, { "variant", offsetof(struct result_id, type) },
    { "state", offsetof(struct result_id, state) }, { "unit", offsetof(struct result_id, op) },
};
enum { WORDS = sizeof words / sizeof words[0] };

const struct quantity_row *quantity_row(enum quantity quantity)
{
    return &table[quantity];
}

void id_level_text(char *to, size_t size, unsigned level)
{
    if (level == MEMORY_LEVEL)
        snprintf(to, size, "memory");
    else
        snprintf(to, size, "cache.%u", level);
}

/* Moves *TEXT past WORD, which it must begin with; else false. */
static bool skip_text(const char **text, const char *word)
{
    size_t n = strlen(word);

    if (strncmp(*text, word, n) != 0)
        return false;
    *text += n;
    return true;
}

/* Moves *NAME past WORD in braces, which it must begin with; else false. */
static bool skip_brace(const char **name, const char *word)
{
    size_t n = strlen(word);

    if ((*name)[0] != '{' || strncmp(*name + 1, word, n) != 0 || (*name)[n + 1] != '}')
        return false;
    *name += n + 2;
    return true;
}

/* The member of ID that the brace holds which *NAME begins with; *NAME is moved past it. NULL: it
 * begins with none that is a word. */
static char *skip_word(const char **name, struct result_id *id)
{
    for (size_t i = 0; i < WORDS; i++)
        if (skip_brace(name, words[i].word))
            return (char *)id + words[i].member;
    return NULL;
}

/* The text of the brace that *NAME begins with, at most SIZE bytes; *NAME is moved past it. */
static void print_brace(char *to, size_t size, const char **name, const struct result_id *id)
{
    struct result_id copy = *id;
    const char *word = skip_word(name, &copy);

    if (word != NULL)
        snprintf(to, size, "%s", word);
    else if (skip_brace(name, "level"))
        snprintf(to, size, "%u", id->level);
    else if (skip_brace(name, "place"))
        id_level_text(to, size, id->level);
    else if (skip_brace(name, "contexts"))
        snprintf(to, size, "%u", id->contexts);
    else if (skip_brace(name, "context"))
        snprintf(to, size, "%u", id->context);
}

/* Fills TO, SIZE bytes, with TEMPLATE as ID fills its braces. */
static void fill(char *to, size_t size, const char *template, const struct result_id *id)
{
    size_t used = 0;

    while (*template != '\0' && used + 1 < size) {
        if (*template != '{') {
            to[used++] = *template ++;
            continue;
        }
        print_brace(to + used, size - used, &template, id);
        used += strlen(to + used);
    }
    to[used] = '\0';
}

static void print(struct result_id *id)
{
    fill(id->text, sizeof id->text, table[id->quantity].id, id);
}

void id_kind(char *to, size_t size, const struct result_id *id)
{
    const struct quantity_row *row = &table[id->quantity];
    bool place = id->quantity < QUANTITIES && strstr(row->id, "{place}") != NULL;
    bool level = id->quantity < QUANTITIES && strstr(row->id, "{level}") != NULL;

    if (id->quantity >= QUANTITIES)
        snprintf(to, size, "%s", id->text);
    else if (place && id->level == MEMORY_LEVEL)
        snprintf(to, size, "%s.memory", row->name);
    else if (place || level)
        snprintf(to, size, "%s.%u", row->name, id->level < 3 ? id->level : 3);
    else
        snprintf(to, size, "%s", row->name);
}

void id_unit(char *to, size_t size, const struct result_id *id)
{
    struct element e;
    bool peak = id->quantity == PEAK_RATE || id->quantity == PEAK_TOGETHER;

    if (peak && element_read(id->type, &e) && !e.is_float)
        snprintf(to, size, "op/cycle");
    else
        fill(to, size, id->quantity < QUANTITIES ? table[id->quantity].unit : "", id);
}

void id_unit_read(char *to, size_t size, const struct result_id *id, const char *text)
{
    char now[ID_WORD];

    id_unit(now, sizeof now, id);
    for (size_t i = 0; i < sizeof units / sizeof units[0]; i++)
        if (strcmp(units[i].unit, now) == 0 && strcmp(units[i].was, text) == 0)
            text = now;
    snprintf(to, size, "%s", text);
}

const char *id_word_read(const struct result_id *id, const char *text)
{
    for (size_t i = 0; i < sizeof values / sizeof values[0]; i++)
        if (values[i].quantity == id->quantity && strcmp(values[i].was, text) == 0)
            return values[i].word;
    return text;
}

void quantity_word(char *to, size_t size, enum quantity quantity)
{
    char copy[ID_BYTES], *rest = copy;
    size_t used = 0;

    snprintf(copy, sizeof copy, "%s", table[quantity].id);
    to[0] = '\0';
    for (char *step = strsep(&rest, "."); step != NULL && used < size; step = strsep(&rest, "."))
        if (*step != '{')
            used += (size_t)snprintf(to + used, size - used, "%s%s", used > 0 ? "." : "", step);
}

/* ---- parts ---- */

static const char *brace_word(const char *name)
{
    for (size_t i = 0; i < sizeof braces / sizeof braces[0]; i++)
        if (skip_brace(&name, braces[i].word))
            return braces[i].word;
    return "";
}

bool id_brace(size_t i, const char **word, const char **about)
{
    if (i >= sizeof braces / sizeof braces[0])
        return false;
    *word = braces[i].word;
    *about = braces[i].about;
    return true;
}

/* Fills P with what the brace of ID stands for that *NAME begins with; *NAME is moved past it. */
static void fill_part(struct id_part *p, const char **name, const struct result_id *id)
{
    *p = (struct id_part){ .word = brace_word(*name) };
    for (size_t i = 0; i < WORDS && p->text == NULL; i++)
        if (skip_brace(name, words[i].word))
            p->text = (const char *)id + words[i].member;
    if (p->text != NULL)
        return;
    if (skip_brace(name, "place")) {
        id_level_text(p->place, sizeof p->place, id->level);
        p->text = p->place;
    } else if (skip_brace(name, "level")) {
        p->number = id->level;
    } else if (skip_brace(name, "contexts")) {
        p->number = id->contexts;
    } else if (skip_brace(name, "context")) {
        p->number = id->context;
    }
}

size_t id_parts(const struct result_id *id, struct id_part *parts)
{
    const char *name = id->quantity < QUANTITIES ? table[id->quantity].id : "";
    size_t n = 0;

    while ((name = strchr(name, '{')) != NULL && n < ID_PARTS)
        fill_part(&parts[n++], &name, id);
    return n;
}

/* Fills TO with WORD; what is too long is cut. */
static void keep_word(char to[ID_WORD], const char *word)
{
    snprintf(to, ID_WORD, "%s", word ? word : "");
}

struct result_id id_of(enum quantity quantity)
{
    return id_at(quantity, MEMORY_LEVEL);
}

struct result_id id_at(enum quantity quantity, unsigned level)
{
    struct result_id id = { .quantity = quantity, .level = level };

    print(&id);
    return id;
}

struct result_id id_op(enum quantity quantity, const char *op, const char *type)
{
    struct result_id id = { .quantity = quantity };

    keep_word(id.op, op);
    keep_word(id.type, type);
    print(&id);
    return id;
}

struct result_id id_type(enum quantity quantity, const char *type)
{
    return id_op(quantity, NULL, type);
}

struct result_id id_moving(enum quantity quantity, unsigned level, const char *op)
{
    struct result_id id = { .quantity = quantity, .level = level };

    keep_word(id.op, op);
    print(&id);
    return id;
}

struct result_id id_together(unsigned level, const char *op, unsigned contexts)
{
    struct result_id id = id_moving(contexts > 1 ? BANDWIDTH_TOGETHER : BANDWIDTH_ALONE, level, op);

    if (contexts > 1) {
        id.contexts = contexts;
        print(&id);
    }
    return id;
}

struct result_id id_context(enum quantity quantity, unsigned context)
{
    struct result_id id = { .quantity = quantity, .context = context };

    print(&id);
    return id;
}

struct result_id id_placed(enum quantity quantity, const char *state, unsigned level)
{
    struct result_id id = { .quantity = quantity, .level = level };

    keep_word(id.state, state);
    print(&id);
    return id;
}

struct result_id id_busy(enum quantity quantity, const char *op, unsigned contexts)
{
    struct result_id id = { .quantity = quantity, .contexts = contexts };

    keep_word(id.op, op);
    print(&id);
    return id;
}

struct result_id id_nodes(enum quantity quantity, unsigned from, unsigned to)
{
    char nodes[ID_WORD];

    snprintf(nodes, sizeof nodes, "%u-%u", from, to);
    return id_op(quantity, nodes, NULL);
}

struct result_id id_peak(const char *mix, const char *type, unsigned contexts)
{
    struct result_id id = id_op(contexts > 1 ? PEAK_TOGETHER : PEAK_RATE, mix, type);

    if (contexts > 1) {
        id.contexts = contexts;
        print(&id);
    }
    return id;
}

struct result_id id_kernel(enum quantity quantity, const char *name, const char *variant,
                           const char *state, unsigned contexts)
{
    struct result_id id = id_op(quantity, name, variant);

    keep_word(id.state, state);
    if (contexts > 1) {
        id.quantity += quantity <= KERNEL_LIMIT ? KERNEL_BEST_TOGETHER - KERNEL_BEST : 0;
        id.contexts = contexts;
    }
    print(&id);
    return id;
}

struct result_id id_pattern_rate(const char *name, const char *variant, unsigned level)
{
    struct result_id id = id_op(PATTERN_RATE, name, variant);

    id.level = level;
    print(&id);
    return id;
}

/* ---- reading ---- */

/* Reads decimal digits at *TEXT, without a leading zero, and moves it past them. */
static bool read_number(const char **text, unsigned *value)
{
    char *end;
    unsigned long n = strtoul(*text, &end, 10);

    if (**text < '1' || **text > '9' || n > 1000000)
        return false;
    *value = (unsigned)n;
    *text = end;
    return true;
}

/* The same of a number that may be 0. */
static bool read_from_zero(const char **text, unsigned *value)
{
    *value = 0;
    return skip_text(text, "0") || read_number(text, value);
}

/* Reads what stands before the next point or the end. */
static bool read_word(const char **text, char to[ID_WORD])
{
    size_t n = strcspn(*text, ".");

    if (n == 0 || n >= ID_WORD)
        return false;
    snprintf(to, ID_WORD, "%.*s", (int)n, *text);
    *text += n;
    return true;
}

static bool read_place(const char **text, unsigned *level)
{
    if (skip_text(text, "cache."))
        return read_number(text, level);
    *level = MEMORY_LEVEL;
    return skip_text(text, "memory");
}

/* Reads the brace that *NAME begins with from *TEXT; both are moved past it. */
static bool read_brace(const char **name, const char **text, struct result_id *id)
{
    char *word = skip_word(name, id);

    if (word != NULL)
        return read_word(text, word);
    if (skip_brace(name, "level"))
        return read_number(text, &id->level);
    if (skip_brace(name, "place"))
        return read_place(text, &id->level);
    if (skip_brace(name, "contexts"))
        return read_number(text, &id->contexts);
    return skip_brace(name, "context") && read_from_zero(text, &id->context);
}

/* True when TEXT is what NAME, an id with braces, spells for QUANTITY; then fills *ID. */
static bool read_as(enum quantity quantity, const char *name, const char *text,
                    struct result_id *id)
{
    *id = (struct result_id){ .quantity = quantity };
    while (*name != '\0')
        if (*name == '{') {
            if (!read_brace(&name, &text, id))
                return false;
        } else if (*name++ != *text++) {
            return false;
        }
    return *text == '\0';
}

struct result_id id_read(const char *text)
{
    struct result_id id;

    for (enum quantity q = 0; q < QUANTITIES; q++)
        if (read_as(q, table[q].id, text, &id) ||
            (*table[q].was != '\0' && read_as(q, table[q].was, text, &id))) {
            print(&id);
            return id;
        }
    id = (struct result_id){ .quantity = QUANTITY_UNKNOWN };
    snprintf(id.text, sizeof id.text, "%s", text);
    return id;
}

bool id_same(const struct result_id *a, const struct result_id *b)
{
    return a->quantity == b->quantity && strcmp(a->text, b->text) == 0;
}
