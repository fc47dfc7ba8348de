/* A machine that cannot say which one it is. */
#include <hal/identity.h>

bool hal_identity(unsigned i, struct hal_identity *identity)
{
    (void)i;
    (void)identity;
    return false;
}
