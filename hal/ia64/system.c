/* Makes the system calls of Linux on Itanium. */
#include "system.h"

/* Numbers: Linux, arch/ia64/include/uapi/asm/unistd.h. */
enum {
    CALL_WRITE = 1027,
    CALL_SYSINFO = 1127,
    CALL_MMAP = 1151,
    CALL_MUNMAP = 1152,
    CALL_SCHED_SETAFFINITY = 1231,
    CALL_EXIT_GROUP = 1236,
    CALL_CLOCK_GETTIME = 1254,
    CALL_GETCPU = 1304,
};

/* asm/mman.h and linux/time.h: the same on all processors. */
enum { PROT_READ_WRITE = 3, MAP_PRIVATE_ANONYMOUS = 0x22, CLOCK_MONOTONIC = 1 };

long ia64_trap(long a0, long a1, long a2, long a3, long a4, long a5, long number);

long ia64_write(int file, const char *bytes, size_t n)
{
    return ia64_trap(file, (long)bytes, (long)n, 0, 0, 0, CALL_WRITE);
}

long ia64_map(size_t size_bytes)
{
    return ia64_trap(0, (long)size_bytes, PROT_READ_WRITE, MAP_PRIVATE_ANONYMOUS, -1, 0, CALL_MMAP);
}

long ia64_unmap(void *start, size_t size_bytes)
{
    return ia64_trap((long)start, (long)size_bytes, 0, 0, 0, 0, CALL_MUNMAP);
}

_Noreturn void ia64_exit(int status)
{
    for (;;)
        (void)ia64_trap(status, 0, 0, 0, 0, 0, CALL_EXIT_GROUP);
}

uint64_t ia64_clock_ns(void)
{
    volatile struct {
        long s, ns;
    } now = { 0, 0 };

    (void)ia64_trap(CLOCK_MONOTONIC, (long)&now, 0, 0, 0, 0, CALL_CLOCK_GETTIME);
    return (uint64_t)now.s * 1000000000u + (uint64_t)now.ns;
}

size_t ia64_free_bytes(void)
{
    /* linux/sysinfo.h, with room for what newer kernels append. */
    volatile struct {
        long uptime_s;
        unsigned long loads[3], total, free, shared, buffers, swap, swap_free;
        unsigned short processes, pad;
        unsigned long high, high_free;
        unsigned unit_bytes;
        unsigned char later[64];
    } info = { .free = 0 };

    if (ia64_trap((long)&info, 0, 0, 0, 0, 0, CALL_SYSINFO) < 0)
        return 0;
    return info.free * info.unit_bytes;
}

void ia64_stay(void)
{
    enum { WORDS = 64, BITS = 64 }; /* more CPUs than Itanium machines had */
    static volatile unsigned long mask[WORDS];
    volatile unsigned cpu = 0;

    if (ia64_trap((long)&cpu, 0, 0, 0, 0, 0, CALL_GETCPU) < 0 || cpu >= WORDS * BITS)
        return;
    mask[cpu / BITS] = 1ul << cpu % BITS;
    (void)ia64_trap(0, sizeof mask, (long)mask, 0, 0, 0, CALL_SCHED_SETAFFINITY);
}
