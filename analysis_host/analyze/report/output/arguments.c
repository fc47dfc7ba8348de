/* Checks what all options have in common. */
#include "arguments.h"
#include <stddef.h>
#include <string.h>

/* What the placeholder ARG of an option stands for. */
static const char *wanted_for(const char *arg)
{
    static const struct {
        const char *part, *wanted;
    } parts[] = {
        { "|DIR", "a file or a folder" },
        { "DIR", "a folder" },
        { "KIND", "a kind" },
        { "FILE", "a file" },
        { "LOG", "a log" },
        { ".json", "a file" },
        { ".sig", "a file" },
        { ".kernels", "a file" },
        { "DAY", "a day" },
        { "NAME", "a name" },
    };

    for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++)
        if (strstr(arg, parts[i].part) != NULL)
            return parts[i].wanted;
    return "a value";
}

void arguments_check(struct argp_state *state, const struct argp_option *options, int key,
                     const char *arg)
{
    if (key == ARGUMENTS_KEY_HELP)
        argp_state_help(state, state->out_stream, ARGP_HELP_STD_HELP);
    if (arg == NULL || *arg != '\0')
        return;
    for (const struct argp_option *o = options; o->name != NULL || o->key != 0 || o->doc != NULL;
         o++)
        if (o->key == key && o->name != NULL)
            argp_error(state, "--%s wants %s: --%s=%s", o->name, wanted_for(o->arg), o->name,
                       o->arg);
}
