/* Statements of a board, of its log and of a file. */
#include "claims.h"
#include "record/similar_names.h"
#include "result/id.h"
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const struct audit_claim_id audit_claim_ids[] = {
    { "memory.bandwidth",
      "peak bandwidth of DRAM in B/s: bytes of the bus times transfers a second" },
    { "cache.1.write_back",
      "yes where the cache keeps what is stored; cache.2.write_back as well" },
    { "cache.2.write_back", "the same of the second cache" },
    { "cpu.fpu", "yes where the core has a floating-point unit" },
    { "cpu.divider", "yes where the core divides integers in hardware" },
    { "cpu.vector_bits", "bits of the widest vector register" },
    { NULL, NULL }
};

static struct audit_claim *find(struct audit_claims *claims, const char *id)
{
    for (size_t i = 0; i < claims->n; i++)
        if (strcmp(claims->at[i].id, id) == 0)
            return &claims->at[i];
    return NULL;
}

/* Returns false where there is no room. */
static bool add(struct audit_claims *claims, const char *id, double value)
{
    if (claims->n == AUDIT_CLAIMS || strlen(id) >= AUDIT_CLAIM_ID)
        return false;
    snprintf(claims->at[claims->n].id, AUDIT_CLAIM_ID, "%s", id);
    claims->at[claims->n++].value = value;
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
        if (find(claims, key + sizeof prefix - 1) == NULL)
            (void)add(claims, key + sizeof prefix - 1, value);
    }
}

bool audit_claimed(const struct audit_claims *claims, const char *id, double *value)
{
    const struct audit_claim *c = find((struct audit_claims *)claims, id);

    if (c != NULL)
        *value = c->value;
    return c != NULL;
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

/* An answer, or a statement of its own. */
static bool is_id(const char *id)
{
    struct result_id name;

    for (const struct audit_claim_id *c = audit_claim_ids; c->id != NULL; c++)
        if (strcmp(c->id, id) == 0)
            return true;
    name = id_read(id);
    return name.quantity != QUANTITY_UNKNOWN;
}

static void say_unknown(char *why, const char *file, unsigned line, const char *id)
{
    struct similar_names near = { .typed = id };
    char question[100] = "";

    for (const struct audit_claim_id *c = audit_claim_ids; c->id != NULL; c++)
        similar_names_add(&near, c->id, NULL);
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
    const char *id = trimmed(text), *said = trimmed(equals + 1);
    size_t n = strlen(id);
    bool bytes = n > 5 && strcmp(id + n - 5, ".size") == 0;
    if (!is_id(id)) {
        say_unknown(why, file, line, id);
        return false;
    }
    if (!read_value(said, bytes, &value)) {
        snprintf(why, AUDIT_WHY,
                 "%.120s:%u: %.40s = %.40s: a number is expected, with K, M or G, or yes or no",
                 file, line, id, said);
        return false;
    }
    struct audit_claim *had = find(claims, id);
    if (had != NULL)
        had->value = value;
    if (had != NULL || add(claims, id, value))
        return true;
    snprintf(why, AUDIT_WHY, "%.120s:%u: more than %d statements", file, line, AUDIT_CLAIMS);
    return false;
}

int audit_claims_of_file(struct audit_claims *claims, const char *file, char why[AUDIT_WHY])
{
    FILE *f = fopen(file, "r");
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
