/* Reads what the operating system reports, and compares it with answers. */
#include "os_reported.h"
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
