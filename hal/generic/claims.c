/* No system, or one that says nothing of the hardware. */
#include <hal/claims.h>
#include <stddef.h>

const char *hal_claims_source(void)
{
    return NULL;
}

bool hal_claim(unsigned i, struct hal_claim *claim)
{
    (void)i;
    (void)claim;
    return false;
}
