/* The root of the page tables in 32-bit paging. */
#include "paging.h"

/* The directory is all there is above the tables: SDM vol. 3A, section 4.3. */
uintptr_t x86_paging_root(void)
{
    return (uintptr_t)x86_directory;
}
