#include "fake.h"
#include <hal/claims.h>

const char *hal_claims_source(void)
{
    return fake.claims.n > 0 ? fake.claims.source : NULL;
}

bool hal_claim(unsigned i, struct hal_claim *claim)
{
    if (i >= fake.claims.n)
        return false;
    *claim = fake.claims.at[i];
    return true;
}
