/* Why there is no answer. */
#include "missing.h"
#include <stdio.h>
#include <string.h>

void format_missing(char *to, size_t size, const struct log *log, const char *probe)
{
    const struct log_run *run = &log->run;
    size_t at = log_find_series(run, probe, 0);
    const char *status = at < run->n_series ? run->series[at].status : NULL;
    const char *why = status != NULL ? strchr(status, ':') : NULL;

    if (log_key_text(run->keys, run->n_keys, "source") != NULL)
        snprintf(to, size, "not measured (another tool's table)");
    else if (at == run->n_series)
        snprintf(to, size, "not measured (%s did not run)", probe);
    else if (why != NULL)
        snprintf(to, size, "not measured (%s: %.60s)", probe, why + 1);
    else
        snprintf(to, size, "not measured (no usable sample of %s)", probe);
}
