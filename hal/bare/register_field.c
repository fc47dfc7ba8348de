/* Fields of control registers, as the record stream has them. */
#include "register_field.h"

void register_report(struct hal_os_reported *reported, const char *id, uint64_t value)
{
    unsigned n = 0;

    for (; id[n] && n + 1 < sizeof reported->id; n++)
        reported->id[n] = id[n];
    reported->id[n] = '\0';
    reported->value = value;
}

void register_field_report(struct hal_os_reported *reported, const struct register_field *field,
                           uint64_t word)
{
    register_report(reported, field->id, word >> field->shift & field->mask);
}
