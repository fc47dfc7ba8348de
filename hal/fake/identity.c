/* Says what the test's script says. */
#include "fake.h"
#include <hal/identity.h>

bool hal_identity(unsigned i, struct hal_identity *identity)
{
    if (i >= fake.identity.n)
        return false;
    *identity = fake.identity.at[i];
    return true;
}
