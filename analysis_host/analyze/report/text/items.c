/* Answers as their labels in ids.def show them. */
#include "items.h"
#include "report/format/line.h"
#include "report/format/value.h"
#include <stdbool.h>
#include <string.h>

/* A range that is wider, as a share of the value, is shown. */
#define WIDE 0.05

static bool is_code(const struct result_id *id)
{
    return id->quantity == FETCH_LATENCY || id->quantity == FETCH_SEQUENTIAL ||
           id->quantity == FETCH_STRAIGHT || id->quantity == ICACHE_SIZE ||
           id->quantity == ICACHE_WAYS;
}

void text_level(char to[16], const struct result_id *id)
{
    bool tlb = strncmp(id->text, "tlb.", 4) == 0;

    if (id->level == MEMORY_LEVEL)
        strcpy(to, "DRAM");
    else
        snprintf(to, 16, "L%u%s", id->level, id->level > 1 || tlb ? "" : is_code(id) ? "i" : "d");
}

/* True when R says that nobody shares a cache. */
static bool is_private(const struct result *r)
{
    return r->name.quantity == CACHE_SHARED_BY && r->kind == RESULT_NUMBER && r->value == 1;
}

/* Adds the value of R as *AT says, "%", "%#" or "%r", which *AT is moved past. */
static void put_value(struct format_line *to, const char **at, const struct result *r)
{
    char value[FORMAT_CELL], range[FORMAT_CELL];
    bool bare = strncmp(*at, "%#", 2) == 0, wide = strncmp(*at, "%r", 2) == 0;

    if (is_private(r))
        snprintf(value, sizeof value, "%sprivate", format_doubt(r));
    else if (bare)
        format_bare(value, r);
    else
        format_answer(value, r);
    format_line_add(to, "%s", value);
    if (wide && r->has_bounds && r->high - r->low > WIDE * r->value && format_range(range, r))
        format_line_add(to, " (%s)", range);
    *at += bare || wide ? 2 : 1;
}

/* Adds what the brace of R's id stands for that *AT begins with, which *AT is moved past; false: it
 * begins with none. */
static bool put_part(struct format_line *to, const char **at, const struct result *r)
{
    struct id_part parts[ID_PARTS];
    size_t n = id_parts(&r->name, parts);

    for (size_t i = 0; i < n; i++) {
        size_t length = strlen(parts[i].word);

        if ((*at)[0] != '{' || strncmp(*at + 1, parts[i].word, length) != 0 ||
            (*at)[length + 1] != '}')
            continue;
        if (parts[i].text != NULL)
            format_line_add(to, "%s", parts[i].text);
        else
            format_line_add(to, "%u", parts[i].number);
        *at += length + 2;
        return true;
    }
    return false;
}

/* Adds N bytes of LABEL with R, and the TYPES that share its value, in place of its parts. */
static void expand(struct format_line *to, const char *label, size_t n, const struct result *r,
                   const char *types)
{
    static const char level[] = "{level}", type[] = "{type}";
    const char *end = label + n;
    char name[16];

    while (label < end) {
        if (strncmp(label, level, sizeof level - 1) == 0) {
            text_level(name, &r->name);
            format_line_add(to, "%s", name);
            label += sizeof level - 1;
        } else if (strncmp(label, type, sizeof type - 1) == 0) {
            format_line_add(to, "%s", types);
            label += sizeof type - 1;
        } else if (*label == '[' && (r->kind == RESULT_NAME || is_private(r))) {
            label += strcspn(label, "]") + 1;
        } else if (*label == '%') {
            put_value(to, &label, r);
        } else if (!put_part(to, &label, r)) {
            if (strchr("[]", *label) == NULL)
                format_line_add(to, "%c", *label);
            label++;
        }
    }
}

static void add(struct text_items *items, const struct result *r, const char *types)
{
    const char *label = quantity_row(r->name.quantity)->label, *bar = strchr(label, '|');
    const char *tail = bar != NULL ? bar + 1 : label;
    struct format_line head = { .used = 0 }, text = { .used = 0 };

    if (bar != NULL)
        expand(&head, label, (size_t)(bar - label), r, types);
    bool shared = head.used > 0 && strcmp(head.text, items->head) == 0;
    expand(&text, tail, strlen(tail), r, types);
    format_flow_add(&items->flow,
                    shared                   ? ", "
                    : items->between != NULL ? items->between
                                             : "; ",
                    "%s%s", shared ? "" : head.text, text.text);
    snprintf(items->head, sizeof items->head, "%.*s", (int)sizeof items->head - 1, head.text);
}

void text_item(struct text_items *items, const struct result *r)
{
    if (r != NULL && r->kind != RESULT_NONE && r->name.quantity < QUANTITIES)
        add(items, r, r->name.type);
}

static bool same_value(const struct result *a, const struct result *b)
{
    char x[FORMAT_CELL], y[FORMAT_CELL];

    format_answer(x, a);
    format_answer(y, b);
    return a->name.quantity == b->name.quantity && strcmp(x, y) == 0;
}

void text_items(struct text_items *items, const struct results *results, enum section section)
{
    for (enum quantity q = 0; q < QUANTITIES; q++) {
        bool typed = strstr(quantity_row(q)->label, "{type}") != NULL;

        if (quantity_row(q)->section != section)
            continue;
        for (size_t i = 0; i < results->n; i++) {
            const struct result *r = &results->at[i];
            char types[FORMAT_CELL];

            if (r->name.quantity != q || r->kind == RESULT_NONE)
                continue;
            size_t used = (size_t)snprintf(types, sizeof types, "%s", r->name.type);
            for (; typed && i + 1 < results->n && same_value(r, r + 1); r++, i++)
                used += used + ID_WORD + 2 < sizeof types
                            ? (size_t)snprintf(types + used, sizeof types - used, "/%s",
                                               (r + 1)->name.type)
                            : 0;
            add(items, r, types);
        }
    }
}

void text_term(char *to, size_t size, const struct result_id *id)
{
    static const char *const kinds[] = { "cache ", "instruction cache " };
    const struct quantity_row *row = quantity_row(id->quantity < QUANTITIES ? id->quantity : 0);
    bool place = strstr(row->id, "{place}") != NULL;
    bool level = place || strstr(row->id, "{level}") != NULL;
    const char *term = row->term;
    char before[16] = "";
    int used;

    if (id->quantity >= QUANTITIES) {
        snprintf(to, size, "%s", id->text);
        return;
    }
    if (level)
        text_level(before, id);
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0] && level; i++)
        if (strncmp(term, kinds[i], strlen(kinds[i])) == 0)
            term += strlen(kinds[i]);
    used = snprintf(to, size, "%s%s%s%s%s%s%s%s%s", before, level ? " " : "", id->op,
                    *id->op != '\0' ? " " : "", id->type, *id->type != '\0' ? " " : "", id->state,
                    *id->state != '\0' ? " " : "", term);
    if (id->contexts > 1 && used > 0 && (size_t)used < size)
        snprintf(to + used, size - (size_t)used, ", %u", id->contexts);
    else if (strstr(row->id, "{context}") != NULL && used > 0 && (size_t)used < size)
        snprintf(to + used, size - (size_t)used, " %u", id->context);
}
