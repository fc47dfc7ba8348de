/* The model that the device tree names. */
#include "board64.h"
#include <hal/identity.h>

bool hal_identity(unsigned i, struct hal_identity *identity)
{
    if (i > 0 || facts64.model[0] == '\0')
        return false;
    *identity = (struct hal_identity){ .key = "model" };
    for (unsigned k = 0; k + 1 < sizeof identity->text && facts64.model[k]; k++)
        identity->text[k] = facts64.model[k];
    return true;
}
