/* Reads what the operating system reports, and compares it with answers. */
#include "os_reported.h"
#include "query.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

const char *os_reported_source(const struct log_run *run)
{
    const char *source = log_key_text(run->keys, run->n_keys, "claims");

    return source != NULL && *source != '\0' ? source : "the system";
}

const char *os_reported_name(const struct log_run *run)
{
    const char *source = os_reported_source(run);

    return strcmp(source, "sysfs") == 0 ? "OS" : source;
}

bool os_reported_value(const struct log_run *run, const char *id, double *value)
{
    char key[sizeof "claim." + sizeof((struct result *)0)->id];

    snprintf(key, sizeof key, "claim.%.47s", id);
    uint64_t claim = log_key_number(run->keys, run->n_keys, key, UINT64_MAX);
    *value = (double)claim;
    return claim != UINT64_MAX;
}

bool os_reported_contradicts(const struct result *r, double value)
{
    /* Answers are computed: equal but for their last bits is equal. */
    const double least = 1 - 1e-9, most = 1 + 1e-9;

    if (r->kind != RESULT_NUMBER)
        return false;
    if (r->has_bounds && value >= r->low * least && value <= r->high * most)
        return false;
    if (r->has_nominal && value >= r->nominal * least && value <= r->nominal * most)
        return false;
    return value < r->value * least || value > r->value * most;
}

/* Bytes of a first cache, and by how much the next is larger, where none is known. */
#define FIRST_CACHE_BYTES 32768.0
#define USUAL_RATIO       8

double cache_size_instead(const struct results *r, const struct log_run *run, unsigned level,
                          double before, const char **why)
{
    struct result_id id = id_at(CACHE_SIZE, level);
    const struct result *size = result_find(r, id);
    double reported, after = cache_measured(r, level + 1, CACHE_SIZE);

    if (size != NULL && size->has_bounds && size->low > 0) {
        *why = "the middle of what it was";
        return sqrt(size->low * size->high);
    }
    if (run != NULL && os_reported_value(run, id.text, &reported) && reported > before) {
        *why = "as the system reports";
        return reported;
    }
    *why = "between the levels around it";
    if (before <= 0)
        before = FIRST_CACHE_BYTES / USUAL_RATIO;
    return after > before ? sqrt(before * after) : USUAL_RATIO * before;
}
