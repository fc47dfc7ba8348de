/* A simulated board has a name and a time only where it is given them: its logs stay the same from
 * run to run. */
#include <hal/identity.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct {
    const char *key, *variable, *otherwise;
} given[] = { { "node", "PONTOON_NODE", "SLURMD_NODENAME" }, { "began", "PONTOON_BEGAN", NULL } };

/* The value of one of the variables that is printable ASCII, or NULL. */
static const char *value_of(const char *variable, const char *otherwise)
{
    const char *value = variable != NULL ? getenv(variable) : NULL;

    if (value == NULL || *value == '\0')
        return otherwise != NULL ? value_of(otherwise, NULL) : NULL;
    for (const char *p = value; *p != '\0'; p++)
        if (*p < ' ' || *p > '~')
            return NULL;
    return value;
}

bool hal_identity(unsigned i, struct hal_identity *identity)
{
    for (unsigned k = 0; k < sizeof given / sizeof given[0]; k++) {
        const char *value = value_of(given[k].variable, given[k].otherwise);
        if (value == NULL || i-- > 0)
            continue;
        (void)snprintf(identity->key, sizeof identity->key, "%s", given[k].key);
        (void)snprintf(identity->text, sizeof identity->text, "%s", value);
        return true;
    }
    return false;
}
