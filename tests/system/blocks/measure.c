/* Times basic blocks of x86-64 code, in the manner of BHive (Chen et al., IISWC 2019): each is
 * copied N and 2 N times, runs in a loop with all registers at one place, and every page that it
 * touches is the same page of memory. Reads a line a block, its bytes in hexadecimal; writes a line
 * a block, its cycles, or "-" where it faults or no two timings agree. */
#define _GNU_SOURCE
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

enum {
    PAGE = 4096,
    CODE = 64 * 1024, /* bytes of one copy of the blocks, and room for its beginning and end */
    FAULTS_MOST = 64, /* pages that a block may touch */
    ROUNDS = 20,
    BYTES_MOST = 512, /* of a block */
    TARGET = 1200,    /* bytes of the longer of two loops: within op caches */
    LAPS = 40,        /* of a loop in a timing */
    SECONDS = 2,      /* a block that takes longer hangs */
};
#define PLACE   UINT64_C(0x23456000) /* that all registers hold */
#define COUNTER UINT32_C(0x1f000000) /* of the laps: below 2 GiB, so that code names it */

static int page; /* a file of one page of memory */
static unsigned faults;
static uint8_t *code;
static uint64_t saved_sp; /* which the code keeps */

/* ---- memory ---- */

static void on_fault(int number, siginfo_t *info, void *context)
{
    uintptr_t at = (uintptr_t)info->si_addr & ~(uintptr_t)(PAGE - 1);

    (void)number;
    (void)context;
    if (at < PAGE || at >= UINT64_C(0x7f0000000000) || faults++ >= FAULTS_MOST)
        _exit(1);
    if (mmap((void *)at, PAGE, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED_NOREPLACE, page, 0) ==
        MAP_FAILED)
        _exit(1);
}

static void give_up(int number)
{
    (void)number;
    _exit(1);
}

static void catch_signals(void)
{
    static uint8_t stack[64 * 1024];
    const stack_t alternate = { .ss_sp = stack, .ss_size = sizeof stack };
    struct sigaction fault = { .sa_sigaction = on_fault, .sa_flags = SA_SIGINFO | SA_ONSTACK };
    struct sigaction other = { .sa_handler = give_up, .sa_flags = SA_ONSTACK };

    sigaltstack(&alternate, NULL);
    sigaction(SIGSEGV, &fault, NULL);
    sigaction(SIGBUS, &other, NULL);
    sigaction(SIGILL, &other, NULL);
    sigaction(SIGFPE, &other, NULL);
    sigaction(SIGTRAP, &other, NULL);
    alarm(SECONDS);
}

/* ---- code ---- */

static uint8_t *put(uint8_t *at, const void *bytes, size_t n)
{
    memcpy(at, bytes, n);
    return at + n;
}

static uint8_t *put_move(uint8_t *at, unsigned to, uint64_t value)
{
    *at++ = (uint8_t)(0x48 | to >> 3);
    *at++ = (uint8_t)(0xb8 | (to & 7));
    return put(at, &value, sizeof value);
}

/* Writes a function that saves what the ABI wants kept, sets all registers, runs COPIES of the
 * block and gives them back. */
static void write_code(uint8_t *at, const uint8_t *block, size_t n, unsigned copies)
{
    static const uint8_t push[] = { 0x53, 0x55, 0x41, 0x54, 0x41, 0x55, 0x41, 0x56, 0x41, 0x57 };
    static const uint8_t pop[] = { 0x41, 0x5f, 0x41, 0x5e, 0x41, 0x5d, 0x41, 0x5c, 0x5d, 0x5b };
    static const uint8_t cleared[] = { 0xfc, 0x31, 0xc0 }; /* cld; xor eax,eax: flags are set */
    const uint64_t keep = (uint64_t)(uintptr_t)&saved_sp;

    at = put(at, push, sizeof push);
    at = put_move(at, 0, keep);
    at = put(at, "\x48\x89\x20", 3); /* mov [rax], rsp */
    at = put(at, cleared, sizeof cleared);
    for (unsigned r = 0; r < 16; r++)
        at = put_move(at, r, PLACE + PAGE / 2);
    uint8_t *top = at;
    for (unsigned i = 0; i < copies; i++)
        at = put(at, block, n);
    /* dec qword [COUNTER], then jnz top */
    at = put(at, "\x48\xff\x0c\x25", 4);
    const uint32_t count = COUNTER;
    at = put(at, &count, sizeof count);
    const int32_t back = (int32_t)(top - (at + 6));
    at = put(at, "\x0f\x85", 2);
    at = put(at, &back, sizeof back);
    at = put_move(at, 0, keep);
    at = put(at, "\x48\x8b\x20", 3);     /* mov rsp, [rax] */
    at = put(at, "\xc5\xf8\x77\xfc", 4); /* vzeroupper; cld */
    at = put(at, pop, sizeof pop);
    *at = 0xc3;
}

/* ---- time ---- */

static uint64_t now(void)
{
    uint32_t low, high;

    __asm__ volatile("lfence\n rdtsc\n lfence" : "=a"(low), "=d"(high)::"memory");
    return (uint64_t)high << 32 | low;
}

/* Ticks of CHAIN dependent additions, a cycle each, in so many LAPS. */
enum { CHAIN = 40, CHAIN_LAPS = 50 };
static uint64_t chain(uint64_t laps)
{
    uint64_t start = now(), x = 0;

    __asm__ volatile("1:\n .rept 40\n add $1, %0\n .endr\n dec %1\n jnz 1b" : "+r"(x), "+r"(laps));
    return now() - start;
}

static uint64_t run(unsigned which)
{
    void (*function)(void);
    uint8_t *at = code + which * CODE;

    memcpy(&function, &at, sizeof function);
    *(volatile uint64_t *)(uintptr_t)COUNTER = LAPS;
    uint64_t start = now();
    function();
    return now() - start;
}

static int ascending(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;

    return (x > y) - (x < y);
}

/* Cycles of the N bytes of BLOCK; below 0: not stable. */
static double time_block(const uint8_t *block, size_t n)
{
    unsigned copies = (unsigned)(TARGET / 2 / n);
    double cycles[ROUNDS];
    static const uint32_t mxcsr = 0x9fc0; /* denormal numbers are 0 */

    copies = copies > 0 ? copies : 1;
    write_code(code, block, n, copies);
    write_code(code + CODE, block, n, 2 * copies);
    __asm__ volatile("ldmxcsr %0" ::"m"(mxcsr));
    for (unsigned i = 0; i < 4; i++) { /* pages and caches */
        run(i & 1);
        chain(CHAIN_LAPS);
    }
    for (unsigned i = 0; i < ROUNDS; i++) {
        uint64_t first = run(0), both = run(1);
        double clock = (double)chain(2 * CHAIN_LAPS) - (double)chain(CHAIN_LAPS);
        cycles[i] = ((double)both - (double)first) / (copies * LAPS) * CHAIN * CHAIN_LAPS / clock;
    }
    qsort(cycles, ROUNDS, sizeof *cycles, ascending);
    double low = cycles[ROUNDS / 4], middle = cycles[ROUNDS / 2];
    return middle > 0 && middle - low < 0.05 * middle + 0.05 ? middle : -1;
}

static size_t read_bytes(const char *line, uint8_t *to)
{
    size_t n = 0;
    unsigned value;

    while (n < BYTES_MOST && sscanf(line + 2 * n, "%2x", &value) == 1)
        to[n++] = (uint8_t)value;
    return n;
}

/* In a process of its own: a block may do anything. */
static void measure(const char *line)
{
    uint8_t block[BYTES_MOST];
    size_t n = read_bytes(line, block);
    int status;

    fflush(stdout);
    pid_t child = fork();
    if (child == 0) {
        catch_signals();
        double cycles = n > 0 ? time_block(block, n) : -1;
        if (cycles < 0)
            _exit(1);
        printf("%.3f\n", cycles);
        fflush(stdout);
        _exit(0);
    }
    if (child < 0 || waitpid(child, &status, 0) < 0 || !WIFEXITED(status) ||
        WEXITSTATUS(status) != 0)
        puts("-");
}

int main(void)
{
    static char line[2 * BYTES_MOST + 16];

    const uint64_t place = PLACE + PAGE / 2;

    page = memfd_create("page", MFD_CLOEXEC);
    code = mmap(NULL, 2 * CODE, PROT_READ | PROT_WRITE | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1,
                0);
    for (unsigned i = 0; page >= 0 && i < PAGE / sizeof place; i++) /* pointers to itself */
        if (write(page, &place, sizeof place) != (ssize_t)sizeof place)
            page = -1;
    if (mmap((void *)(uintptr_t)COUNTER, PAGE, PROT_READ | PROT_WRITE,
             MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE, -1, 0) == MAP_FAILED)
        page = -1;
    if (page < 0 || code == MAP_FAILED) {
        perror("measure");
        return 1;
    }
    while (fgets(line, sizeof line, stdin) != NULL)
        measure(line);
    return ferror(stdout) != 0;
}
