/* Days, values and shares as reports of fleets show them. */
#include "fleet.h"
#include "report/format/value.h"
#include <math.h>
#include <string.h>
#include <time.h>

void fleet_day(char to[16], int64_t when)
{
    time_t at = (time_t)when;
    struct tm day;

    if (gmtime_r(&at, &day) == NULL || strftime(to, 16, "%Y-%m-%d", &day) == 0)
        strcpy(to, "?");
}

void fleet_value(char *to, const struct fleet *f, size_t name, uint8_t kind, double value)
{
    if (kind == RESULT_NUMBER)
        format_number(to, value, f->names[name].unit);
    else if (kind == RESULT_NAME)
        snprintf(to, FORMAT_CELL, "%s", f->texts.at[(size_t)value]);
    else
        snprintf(to, FORMAT_CELL, "%s", kind == RESULT_NONE ? "none" : "not determined");
}

void fleet_share(char to[16], const struct fleet_finding *found)
{
    *to = '\0';
    if (found->kind == RESULT_NUMBER && found->usual_kind == RESULT_NUMBER && found->spread > 0)
        snprintf(to, 16, "%+.0f %%", fmin(100 * (found->value / found->usual - 1), 99999));
}
