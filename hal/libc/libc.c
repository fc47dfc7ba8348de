/* Functions that a compiler calls on its own (GCC manual, "Language Standards Supported by GCC",
 * freestanding), for ports whose processor has no C library in Debian that runs without glibc:
 * x86_32, x86_64 and ia64. Images for ARM and RISC-V link these functions from newlib or picolibc
 * (cmake/toolchains). */
#include <stddef.h>

void *memcpy(void *restrict to, const void *restrict from, size_t n);
void *memmove(void *to, const void *from, size_t n);
void *memset(void *at, int value, size_t n);
int memcmp(const void *a, const void *b, size_t n);

/* Right for overlaps, too, as long as TO is below FROM. */
static void *copy_upwards(void *to, const void *from, size_t n)
{
    unsigned char *t = to;
    const unsigned char *f = from;

    for (size_t i = 0; i < n; i++)
        t[i] = f[i];
    return to;
}

void *memcpy(void *restrict to, const void *restrict from, size_t n)
{
    return copy_upwards(to, from, n);
}

void *memmove(void *to, const void *from, size_t n)
{
    unsigned char *t = to;
    const unsigned char *f = from;

    if (t < f)
        return copy_upwards(to, from, n);
    while (n-- > 0)
        t[n] = f[n];
    return to;
}

void *memset(void *at, int value, size_t n)
{
    unsigned char *bytes = at;

    for (size_t i = 0; i < n; i++)
        bytes[i] = (unsigned char)value;
    return at;
}

int memcmp(const void *a, const void *b, size_t n)
{
    const unsigned char *x = a, *y = b;

    for (size_t i = 0; i < n; i++)
        if (x[i] != y[i])
            return x[i] < y[i] ? -1 : 1;
    return 0;
}
