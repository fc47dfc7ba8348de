/* Tables from the first letters of a mnemonic to an operation. */
#include "decoders.h"
#include <string.h>

static bool fits(const char *starts, const char *name)
{
    size_t n = strlen(starts);

    if (starts[n - 1] == '$')
        return strlen(name) == n - 1 && strncmp(starts, name, n - 1) == 0;
    return strncmp(starts, name, n) == 0;
}

const struct mnemonic *mnemonic_find(const struct mnemonic *table, const char *name)
{
    for (; table->starts; table++)
        if (fits(table->starts, name))
            return table;
    return NULL;
}
