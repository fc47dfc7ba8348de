/* Statements of a board, of its log and of a file. */
#include "claims.h"
#include "facts.h"
#include "record/similar_names.h"
#include "result/id.h"
#include <errno.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Statements that are no answers. */
static const char *const own_ids[] = { "memory.bandwidth",   "cache.1.write_back",
                                       "cache.2.write_back", "cpu.fpu",
                                       "cpu.divider",        "cpu.vector_bits",
                                       "flash.wait_states" };
enum { OWN_IDS = sizeof own_ids / sizeof own_ids[0] };

/* The number of the statement ID in CLAIMS; claims->n: there is none. */
static size_t find(const struct audit_claims *claims, const char *id)
{
    size_t i = 0;

    while (i < claims->n && strcmp(claims->at[i].id, id) != 0)
        i++;
    return i;
}

/* Adds or replaces the statement ID. Returns false where there is no room. */
static bool put(struct audit_claims *claims, const char *id, double value)
{
    size_t i = find(claims, id);

    if (i == AUDIT_CLAIMS)
        return false;
    if (i == claims->n)
        snprintf(claims->at[claims->n++].id, ID_BYTES, "%s", id);
    claims->at[i].value = value;
    return true;
}

void audit_claims_of_log(struct audit_claims *claims, const struct log_run *run)
{
    static const char prefix[] = "claim.";

    for (size_t i = 0; i < run->n_keys; i++) {
        const char *key = run->keys[i].key;
        char *end;
        double value = strtod(run->keys[i].value, &end);

        if (strncmp(key, prefix, sizeof prefix - 1) != 0 || *end != '\0' || !isfinite(value))
            continue;
        key += sizeof prefix - 1;
        if (find(claims, key) == claims->n)
            (void)put(claims, key, value);
    }
}

bool audit_claimed(const struct audit_claims *claims, const char *id, double *value)
{
    size_t i = find(claims, id);

    if (i == claims->n)
        return false;
    *value = claims->at[i].value;
    return true;
}

/* ---- a file ---- */

/* Cuts blanks off both ends of TEXT. */
static char *trimmed(char *text)
{
    char *end = text + strlen(text);

    while (*text == ' ' || *text == '\t')
        text++;
    while (end > text && strchr(" \t\r\n", end[-1]) != NULL)
        *--end = '\0';
    return text;
}

static bool is_own(const char *id)
{
    size_t i = 0;

    while (i < OWN_IDS && strcmp(own_ids[i], id) != 0)
        i++;
    return i < OWN_IDS;
}

static void say_unknown(char *why, const char *file, unsigned line, const char *id)
{
    struct similar_names near = { .typed = id };
    char question[100] = "";

    for (size_t i = 0; i < OWN_IDS; i++)
        similar_names_add(&near, own_ids[i], NULL);
    bool asks = similar_names_question(&near, "", question, sizeof question);
    snprintf(why, AUDIT_WHY,
             "%.120s:%u: %.40s: no answer and no statement has this name%s%.90s; analyze --explain "
             "list names the answers",
             file, line, id, asks ? "; " : "", question);
}

/* Reads VALUE, whose K, M and G are powers of 1024 where BYTES. */
static bool read_value(const char *text, bool bytes, double *value)
{
    static const char letters[] = "KMG";
    char *end;

    if (strcmp(text, "yes") == 0 || strcmp(text, "no") == 0) {
        *value = strcmp(text, "yes") == 0;
        return true;
    }
    *value = strtod(text, &end);
    const char *letter = *end != '\0' ? strchr(letters, *end) : NULL;
    if (letter != NULL) {
        *value *= pow(bytes ? 1024 : 1000, (double)(letter - letters + 1));
        end++;
    }
    return end != text && *end == '\0' && isfinite(*value) && *value >= 0;
}

/* One line; false with a message in WHY. */
static bool read_line(struct audit_claims *claims, char *text, const char *file, unsigned line,
                      char *why)
{
    char *comment = strchr(text, '#'), *equals;
    double value;

    if (comment != NULL)
        *comment = '\0';
    text = trimmed(text);
    if (*text == '\0')
        return true;
    equals = strchr(text, '=');
    if (equals == NULL) {
        snprintf(why, AUDIT_WHY,
                 "%.120s:%u: a line ID = VALUE is expected, as in: memory.bandwidth = 3.2G", file,
                 line);
        return false;
    }
    *equals = '\0';
    const char *typed = trimmed(text), *said = trimmed(equals + 1);
    const struct result_id id = id_read(typed);
    char unit[16];

    if (id.quantity == QUANTITY_UNKNOWN && !is_own(typed)) {
        say_unknown(why, file, line, typed);
        return false;
    }
    id_unit(unit, sizeof unit, &id);
    if (!read_value(said, strcmp(unit, "B") == 0, &value)) {
        snprintf(why, AUDIT_WHY,
                 "%.120s:%u: %.40s = %.40s: a number is expected, with K, M or G, or yes or no",
                 file, line, typed, said);
        return false;
    }
    if (put(claims, id.text, value))
        return true;
    snprintf(why, AUDIT_WHY, "%.120s:%u: more than %d statements", file, line, AUDIT_CLAIMS);
    return false;
}

/* Reads F, which is closed, by the name FILE; NULL: it cannot be opened. */
static int read_stream(struct audit_claims *claims, FILE *f, const char *file, char *why)
{
    char text[256];
    bool right = true;

    if (f == NULL) {
        snprintf(why, AUDIT_WHY, "%.200s: %s", file, strerror(errno));
        return -1;
    }
    for (unsigned line = 1; right && fgets(text, sizeof text, f) != NULL; line++) {
        if (strchr(text, '\n') == NULL && !feof(f)) {
            snprintf(why, AUDIT_WHY, "%.120s:%u: a line is longer than %zu bytes", file, line,
                     sizeof text - 2);
            right = false;
        } else
            right = read_line(claims, text, file, line, why);
    }
    if (right && ferror(f)) {
        snprintf(why, AUDIT_WHY, "%.200s: %s", file, strerror(errno));
        right = false;
    }
    (void)fclose(f);
    return right ? 0 : -1;
}

int audit_claims_of_file(struct audit_claims *claims, const char *file, char why[AUDIT_WHY])
{
    return read_stream(claims, fopen(file, "r"), file, why);
}

int audit_claims_of_board(struct audit_claims *claims, const char *board, char why[AUDIT_WHY])
{
    static struct audit_claims of_board;
    const struct audit_facts *facts = audit_facts;
    char name[ID_BYTES + 24];

    while (board != NULL && facts->board != NULL && strcmp(facts->board, board) != 0)
        facts++;
    if (board == NULL || facts->board == NULL)
        return 0;
    of_board.n = 0;
    snprintf(name, sizeof name, "targets/%.60s/facts", board);
    /* Of a stream for reading nothing is written to the text. */
    FILE *f = fmemopen((void *)(uintptr_t)facts->text, strlen(facts->text), "r");
    if (read_stream(&of_board, f, name, why) != 0)
        return -1;
    for (size_t i = 0; i < of_board.n; i++)
        if (find(claims, of_board.at[i].id) == claims->n)
            (void)put(claims, of_board.at[i].id, of_board.at[i].value);
    return 0;
}
