/* Loops that each spend their time on one cause, for tests/predict/loops.sh.
 * isolate LOOP BYTES K ROUNDS: LOOP on a buffer of BYTES, with K of what the loop counts, ROUNDS
 * times. With 0 rounds the buffer is made and nothing else is done, so that the difference of two
 * runs is the loop's time. x86-64, AVX2 and FMA. */
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum { LINE = 64, PAGE = 4096 };

struct work {
    char *at;
    size_t bytes;
    unsigned k;
    uint64_t rounds;
};

static volatile uint64_t sink;
static volatile uint64_t zero; /* always 0, which the compiler cannot know */

static uint64_t next_random(uint64_t *x)
{
    *x ^= *x << 13;
    *x ^= *x >> 7;
    *x ^= *x << 17;
    return *x;
}

static char *map(size_t bytes)
{
    char *at = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

    if (at == MAP_FAILED)
        exit(3);
    return at;
}

/* ---- chains of loads ---- */

/* Links places at STRIDE into one cycle in random order (Sattolo, 1986). In strides of pages the
 * line within the page differs. */
static void link_places(const struct work *w, size_t stride)
{
    size_t n = w->bytes / stride;
    uint32_t *order = malloc(n * sizeof *order);
    uint64_t x = 88172645463325252U;

    if (order == NULL)
        exit(3);
    for (size_t i = 0; i < n; i++)
        order[i] = (uint32_t)i;
    for (size_t i = n - 1; i > 0; i--) {
        size_t k = next_random(&x) % i;
        uint32_t t = order[i];
        order[i] = order[k];
        order[k] = t;
    }
#define PLACE(i)                                                                                   \
    (w->at + (size_t)(i)*stride + (stride >= PAGE ? (size_t)(i)*5 % (PAGE / LINE) * LINE : 0))
    for (size_t i = 0; i < n; i++)
        *(char **)PLACE(order[i]) = PLACE(order[(i + 1) % n]);
#undef PLACE
    free(order);
}

#define STEP(p) p = *(char **)(p)

/* K chains go round the same cycle, far from each other. */
static void chase(const struct work *w, size_t stride)
{
    char *p[8];

    link_places(w, stride);
    p[0] = w->at;
    for (unsigned i = 1; i < 8; i++) {
        p[i] = p[i - 1];
        for (uint64_t far = 0; i < w->k && far < w->bytes / stride / w->k; far++)
            STEP(p[i]);
    }
    char *a = p[0], *b = p[1], *c = p[2], *d = p[3], *e = p[4], *f = p[5], *g = p[6], *h = p[7];
#define ROUNDS(steps)                                                                              \
    for (uint64_t i = 0; i < w->rounds; i += 4) {                                                  \
        steps;                                                                                     \
        steps;                                                                                     \
        steps;                                                                                     \
        steps;                                                                                     \
    }
    if (w->k == 1)
        ROUNDS(STEP(a))
    else if (w->k == 2)
        ROUNDS(STEP(a); STEP(b))
    else if (w->k == 4)
        ROUNDS(STEP(a); STEP(b); STEP(c); STEP(d))
    else
        ROUNDS(STEP(a); STEP(b); STEP(c); STEP(d); STEP(e); STEP(f); STEP(g); STEP(h))
#undef ROUNDS
    sink = (uint64_t)(a + (uintptr_t)b + (uintptr_t)c + (uintptr_t)d + (uintptr_t)e + (uintptr_t)f +
                      (uintptr_t)g + (uintptr_t)h);
}

static void run_chase(const struct work *w)
{
    chase(w, LINE);
}

static void run_walk(const struct work *w)
{
    chase(w, PAGE);
}

/* ---- loads at random lines ---- */

static inline __attribute__((always_inline)) uint64_t place(const struct work *w, uint64_t x)
{
    x *= 0x9E3779B97F4A7C15U;
    x = (x ^ x >> 32) * 0xD6E8FEB86659FD93U;
    return (x >> 32) * (w->bytes / LINE) >> 32;
}

/* K independent loads; the next K wait for them. */
static inline __attribute__((always_inline)) void batches(const struct work *w, unsigned k)
{
    uint64_t x = 1, none = zero, sum = 0;

    for (uint64_t i = 0; i < w->rounds; i++) {
        sum = 0;
#pragma GCC unroll 16
        for (unsigned j = 0; j < k; j++)
            sum += *(uint64_t *)(w->at + place(w, x + j) * LINE);
        x += k + (sum & none);
    }
    sink = x;
}

static void run_batch(const struct work *w)
{
    memset(w->at, 1, w->bytes);
    switch (w->k) {
    case 1:
        batches(w, 1);
        break;
    case 2:
        batches(w, 2);
        break;
    case 4:
        batches(w, 4);
        break;
    case 8:
        batches(w, 8);
        break;
    default:
        batches(w, 16);
    }
}

/* Loads that nothing waits for, each with K more instructions that start at once (K even). */
static void run_free(const struct work *w)
{
    uint64_t sum = 0;
    uint32_t a = 0, b = 0;

    memset(w->at, 1, w->bytes);
    for (uint64_t i = 0; i < w->rounds; i++) {
        sum += *(uint64_t *)(w->at + place(w, i) * LINE);
        for (unsigned j = 0; j < w->k; j += 10) {
            __asm__ volatile("add $1, %0; add $1, %1; add $1, %0; add $1, %1; add $1, %0; add $1, "
                             "%1; add $1, %0; add $1, %1"
                             : "+r"(a), "+r"(b));
        }
    }
    sink = sum + a + b;
}

/* Loads, each with K instructions that wait for it in a chain. */
static void run_waiting(const struct work *w)
{
    uint64_t sum = 0;

    memset(w->at, 1, w->bytes);
    for (uint64_t i = 0; i < w->rounds; i++) {
        uint64_t v = *(uint64_t *)(w->at + place(w, i) * LINE);
        for (unsigned j = 0; j < w->k; j += 10)
            __asm__ volatile("add $1, %0; add $1, %0; add $1, %0; add $1, %0; add $1, %0; add $1, "
                             "%0; add $1, %0; add $1, %0"
                             : "+r"(v));
        sum ^= v;
    }
    sink = sum;
}

/* The same, which all start when the load is there. */
static void run_waiting_beside(const struct work *w)
{
    uint64_t sum = 0;

    memset(w->at, 1, w->bytes);
    for (uint64_t i = 0; i < w->rounds; i++) {
        uint64_t v = *(uint64_t *)(w->at + place(w, i) * LINE), t;
        for (unsigned j = 0; j < w->k; j += 10)
            __asm__ volatile("lea 1(%1), %0; lea 2(%1), %0; lea 3(%1), %0; lea 4(%1), %0; lea "
                             "5(%1), %0; lea 6(%1), %0; lea 7(%1), %0; lea 8(%1), %0"
                             : "=&r"(t)
                             : "r"(v));
        sum ^= v;
    }
    sink = sum;
}

/* ---- streams ---- */

/* K streams of loads, each round a line of each. */
static void run_stream(const struct work *w)
{
    size_t part = w->bytes / w->k;
    uint64_t sum = 0;

    memset(w->at, 1, w->bytes);
    for (uint64_t i = 0, at = 0; i < w->rounds; i++, at = at + LINE < part ? at + LINE : 0)
        for (unsigned j = 0; j < w->k; j++)
            sum += *(uint64_t *)(w->at + j * part + at);
    sink = sum;
}

/* A chain of loads over half of the buffer, and per step K lines of a stream over the other half.
 */
static void run_beside(const struct work *w)
{
    struct work half = { w->at, w->bytes / 2, w->k, w->rounds };
    const char *stream = w->at + w->bytes / 2;
    uint64_t sum = 0;

    memset(w->at, 1, w->bytes);
    link_places(&half, LINE);
    char *p = w->at;
    for (uint64_t i = 0, at = 0; i < w->rounds; i++) {
        STEP(p);
        for (unsigned j = 0; j < w->k; j++) {
            sum += *(uint64_t *)(stream + at);
            at = at + LINE < half.bytes ? at + LINE : 0;
        }
    }
    sink = sum + (uint64_t)p;
}

/* Stores of 8 bytes in order, K bytes apart. */
static void run_fill(const struct work *w)
{
    memset(w->at, 1, w->bytes);
    for (uint64_t i = 0, at = 0; i < w->rounds; i++, at = at + w->k < w->bytes ? at + w->k : 0)
        *(volatile uint64_t *)(w->at + at) = i;
}

/* Stores to random lines. */
static void run_scatter(const struct work *w)
{
    memset(w->at, 1, w->bytes);
    for (uint64_t i = 0; i < w->rounds; i++)
        *(volatile uint64_t *)(w->at + place(w, i) * LINE) = i;
}

/* memcpy of K bytes from one half to the other. */
static void run_copy(const struct work *w)
{
    size_t half = w->bytes / 2;

    memset(w->at, 1, w->bytes);
    for (uint64_t i = 0, at = 0; i < w->rounds; i++, at = at + 2 * w->k <= half ? at + w->k : 0)
        memcpy(w->at + at, w->at + half + at, w->k);
}

/* ---- pages ---- */

/* First stores into pages, BYTES at a time, and back to the system. */
static void run_touch(const struct work *w)
{
    for (uint64_t i = 0; i < w->rounds; i++) {
        char *at = map(w->bytes);
        for (size_t k = 0; k < w->bytes; k += PAGE)
            ((volatile char *)at)[k] = 1;
        munmap(at, w->bytes);
    }
}

/* First loads, then first stores. */
static void run_touch_zero(const struct work *w)
{
    for (uint64_t i = 0; i < w->rounds; i++) {
        char *at = map(w->bytes);
        uint64_t sum = 0;
        for (size_t k = 0; k < w->bytes; k += PAGE)
            sum += (uint64_t)((volatile char *)at)[k];
        for (size_t k = 0; k < w->bytes; k += PAGE)
            ((volatile char *)at)[k] = 1;
        munmap(at, w->bytes);
        sink = sum;
    }
}

/* Pages that stay: what is touched is given back by the end of the process. */
static void run_touch_keep(const struct work *w)
{
    char *at = map(w->bytes * (w->rounds + 1));

    for (size_t k = 0; k < w->bytes * w->rounds; k += PAGE)
        ((volatile char *)at)[k] = 1;
}

/* First runs of the pages of a file, every K-th, that hold return instructions. */
static void run_code_pages(const struct work *w)
{
    FILE *f = tmpfile();

    memset(w->at, 0xC3, w->bytes);
    if (f == NULL || fwrite(w->at, 1, w->bytes, f) != w->bytes || fflush(f) != 0)
        exit(3);
    for (uint64_t i = 0; i < w->rounds; i++) {
        char *at = mmap(NULL, w->bytes, PROT_READ | PROT_EXEC, MAP_PRIVATE, fileno(f), 0);
        if (at == MAP_FAILED)
            exit(3);
        for (size_t k = 0; k < w->bytes; k += w->k * PAGE)
            __asm__ volatile("call *%0" : : "r"(at + k) : "memory");
    }
    fclose(f);
}

static void run_getppid(const struct work *w)
{
    for (uint64_t i = 0; i < w->rounds; i++)
        sink = (uint64_t)getppid();
}

/* ---- code ---- */

#define REPEAT(n, text) ".rept " #n "\n" text "\n.endr\n"

/* Straight code of K KiB: instructions of 8 bytes (LONG), or of 4. */
#define LONG(n)                                                                                    \
    __asm__ volatile(                                                                              \
        REPEAT(n, "lea 0x11111(%%rcx,%%rdx,1), %%rax\n lea 0x11111(%%rcx,%%rdx,1), %%rsi")         \
        :                                                                                          \
        :                                                                                          \
        : "rax", "rsi")
#define SHORT(n)                                                                                   \
    __asm__ volatile(REPEAT(n, "add $1, %%rax\n add $1, %%rcx\n add $1, %%rdx\n add $1, %%rsi")    \
                     :                                                                             \
                     :                                                                             \
                     : "rax", "rcx", "rdx", "rsi")

static void run_straight_long(const struct work *w)
{
    for (uint64_t i = 0; i < w->rounds; i++)
        if (w->k == 8)
            LONG(512);
        else if (w->k == 24)
            LONG(1536);
        else if (w->k == 128)
            LONG(8192);
        else
            LONG(65536);
}

static void run_straight_short(const struct work *w)
{
    for (uint64_t i = 0; i < w->rounds; i++)
        if (w->k == 8)
            SHORT(512);
        else if (w->k == 24)
            SHORT(1536);
        else if (w->k == 128)
            SHORT(8192);
        else
            SHORT(65536);
}

/* K taken jumps, each to another line. */
#define JUMPS(n) __asm__ volatile(REPEAT(n, "jmp 1f\n .balign 64\n 1:"))

static void run_jumps(const struct work *w)
{
    for (uint64_t i = 0; i < w->rounds; i++)
        if (w->k == 256)
            JUMPS(256);
        else if (w->k == 3000)
            JUMPS(3000);
        else
            JUMPS(16000);
}

/* Conditional branches that are not taken, between K additions: all right. */
static void run_not_taken(const struct work *w)
{
    uint64_t a = 1;

    for (uint64_t i = 0; i < w->rounds; i++)
        __asm__ volatile(REPEAT(32, "add $1, %%rcx\n add $1, %%rdx\n test %0, %0\n jz 9f") "9:"
                         : "+r"(a)
                         :
                         : "rcx", "rdx");
}

/* ---- branches ---- */

/* A branch at random; K instructions in each round. */
static void run_random(const struct work *w)
{
    uint64_t x = 88172645463325252U, a = 0;

    for (uint64_t i = 0; i < w->rounds; i++) {
        next_random(&x);
        if (x & 1)
            __asm__ volatile("add $3, %0" : "+r"(a));
        else
            __asm__ volatile("xor $5, %0" : "+r"(a));
    }
    sink = a;
}

/* The branch waits for a load of a table of BYTES. */
static void run_random_load(const struct work *w)
{
    uint64_t x = 88172645463325252U, a = 0;

    for (size_t i = 0; i < w->bytes; i += 8)
        *(uint64_t *)(w->at + i) = next_random(&x);
    for (uint64_t i = 0; i < w->rounds; i++) {
        uint64_t v = *(uint64_t *)(w->at + place(w, i) * LINE) >> (i >> 12 & 31);
        if (v & 1)
            __asm__ volatile("add $3, %0" : "+r"(a));
        else
            __asm__ volatile("xor $5, %0" : "+r"(a));
    }
    sink = a;
}

static uint64_t f0(uint64_t x)
{
    return x + 1;
}
static uint64_t f1(uint64_t x)
{
    return x ^ 3;
}
static uint64_t f2(uint64_t x)
{
    return x + 5;
}
static uint64_t f3(uint64_t x)
{
    return x ^ 7;
}

/* An indirect call of one of K functions at random. */
static void run_indirect(const struct work *w)
{
    static uint64_t (*volatile of[4])(uint64_t) = { f0, f1, f2, f3 };
    uint64_t x = 88172645463325252U, a = 0;

    for (uint64_t i = 0; i < w->rounds; i++)
        a = of[next_random(&x) >> 7 & (w->k - 1)](a);
    sink = a;
}

/* Calls and returns, K deep. */
static __attribute__((noinline)) uint64_t deep(uint64_t x, unsigned k)
{
    uint64_t y = k > 1 ? deep(x + 1, k - 1) : x;

    __asm__ volatile("" : "+r"(y));
    return y + 1;
}

static void run_calls(const struct work *w)
{
    uint64_t a = 0;

    for (uint64_t i = 0; i < w->rounds; i++)
        a += deep(a, w->k);
    sink = a;
}

/* ---- operations ---- */

/* One operation in a chain, or eight independent ones, by name. */
#define CHAIN(name, text) CHAIN_OF(name, 16, text)
#define CHAIN_OF(name, times, text)                                                                \
    static void run_##name(const struct work *w)                                                   \
    {                                                                                              \
        uint64_t v[64] __attribute__((aligned(64))) = { 0 }, n = w->rounds;                        \
        if (n == 0)                                                                                \
            return;                                                                                \
        __asm__ volatile(                                                                          \
            "vzeroall\n mov $3, %%eax\n mov $5, %%ecx\n xor %%edx, %%edx\n"                        \
            "mov $1, %%esi\n .balign 64\n 1:\n" REPEAT(times, text) "dec %0\n jnz 1b\n vzeroupper" \
            : "+&r"(n)                                                                             \
            : "r"(v)                                                                               \
            : "rax", "rcx", "rdx", "rsi", "r8", "r9", "xmm0", "xmm1", "xmm2", "xmm3", "xmm4",      \
              "xmm5", "xmm6", "xmm7", "xmm8", "xmm9", "memory", "cc");                             \
        sink = v[0];                                                                               \
    }

CHAIN(add, "add %%rcx, %%rax")
CHAIN(mul, "imul %%rcx, %%rax")
CHAIN(fadd, "addsd %%xmm1, %%xmm0")
CHAIN(fmul, "mulsd %%xmm1, %%xmm0")
CHAIN(adds_beside,
      "add %%rcx, %%rax\n add $1, %%rdx\n add $1, %%rsi\n mov %%rdx, %%r8\n add $1, %%r9")
CHAIN(cmov, "cmp %%rcx, %%rax\n cmovl %%rdx, %%rax")
CHAIN(lea3, "lea 5(%%rax,%%rcx,1), %%rax")
CHAIN(shift, "shl %%cl, %%rax")
CHAIN(rotate, "rol $7, %%rax")
CHAIN(bits, "popcnt %%rax, %%rax")
CHAIN(forward, "mov %%rax, (%1)\n mov (%1), %%rax")
CHAIN(forward_add, "addq $1, 8(%1)")
CHAIN_OF(forward_8, 8, "mov %%rax, (%1)\n mov (%1), %%rax\n add $1, %%rax")
CHAIN_OF(forward_40, 40, "mov %%rax, (%1)\n mov (%1), %%rax\n add $1, %%rax")
CHAIN_OF(forward_add_8, 8, "addq $1, 8(%1)")
CHAIN_OF(forward_to_add_8, 8, "mov %%rax, (%1)\n mov $1, %%eax\n add (%1), %%rax")
CHAIN(forward_wide, "mov %%rax, (%1)\n mov %%rax, 8(%1)\n movdqu (%1), %%xmm0\n movq %%xmm0, %%rax")
CHAIN(load_chain, "mov 16(%1,%%rdx,8), %%rdx")
CHAIN(loads, "mov (%1), %%rax\n mov 8(%1), %%rcx\n mov 16(%1), %%rdx\n mov 24(%1), %%rsi")
CHAIN(loads_split, "mov 60(%1), %%rax\n mov 124(%1), %%rcx")
CHAIN(stores_split, "mov %%rax, 60(%1)")
CHAIN(stores_loads, "mov %%rax, (%1)\n mov 64(%1), %%rcx\n mov 72(%1), %%rdx\n add $1, %%rsi")
CHAIN(fma_wide, "vfmadd231ps %%ymm0, %%ymm1, %%ymm2\n vfmadd231ps %%ymm0, %%ymm1, %%ymm3\n"
                "vfmadd231ps %%ymm0, %%ymm1, %%ymm4\n vfmadd231ps %%ymm0, %%ymm1, %%ymm5\n"
                "vfmadd231ps %%ymm0, %%ymm1, %%ymm6\n vfmadd231ps %%ymm0, %%ymm1, %%ymm7\n"
                "vfmadd231ps %%ymm0, %%ymm1, %%ymm8\n vfmadd231ps %%ymm0, %%ymm1, %%ymm9")
CHAIN(fma_loads, "vmovups (%1), %%ymm0\n vfmadd231ps 32(%1), %%ymm1, %%ymm2\n vfmadd231ps 64(%1), "
                 "%%ymm0, %%ymm3\n"
                 "vfmadd231ps 96(%1), %%ymm0, %%ymm4")
CHAIN(add_wide, "vpaddd %%ymm0, %%ymm1, %%ymm2\n vpaddd %%ymm0, %%ymm1, %%ymm3\n vpaddd %%ymm0, "
                "%%ymm1, %%ymm4\n"
                "vpaddd %%ymm0, %%ymm1, %%ymm5")
CHAIN(shuffle, "pshufd $27, %%xmm0, %%xmm0")
CHAIN(byte_masks, "vpcmpeqb (%1), %%ymm1, %%ymm2\n vpmovmskb %%ymm2, %%eax\n test %%eax, %%eax")
CHAIN(convert, "cvtsi2sd %%rax, %%xmm0\n cvttsd2si %%xmm0, %%rax")
CHAIN(divide, "mov %%rsi, %%rax\n xor %%edx, %%edx\n div %%rcx")

/* ---- all of them ---- */

static const struct {
    const char *name;
    void (*run)(const struct work *w);
} loops[] = {
#define LOOP(name)                                                                                 \
    {                                                                                              \
#name, run_##name                                                                          \
    }
    LOOP(chase),
    LOOP(walk),
    LOOP(batch),
    LOOP(free),
    LOOP(waiting),
    LOOP(waiting_beside),
    LOOP(stream),
    LOOP(beside),
    LOOP(fill),
    LOOP(scatter),
    LOOP(copy),
    LOOP(touch),
    LOOP(touch_zero),
    LOOP(touch_keep),
    LOOP(code_pages),
    LOOP(getppid),
    LOOP(straight_long),
    LOOP(straight_short),
    LOOP(jumps),
    LOOP(not_taken),
    LOOP(random),
    LOOP(random_load),
    LOOP(indirect),
    LOOP(calls),
    LOOP(add),
    LOOP(mul),
    LOOP(fadd),
    LOOP(fmul),
    LOOP(adds_beside),
    LOOP(cmov),
    LOOP(lea3),
    LOOP(shift),
    LOOP(rotate),
    LOOP(bits),
    LOOP(forward),
    LOOP(forward_add),
    LOOP(forward_wide),
    LOOP(load_chain),
    LOOP(loads),
    LOOP(loads_split),
    LOOP(stores_split),
    LOOP(stores_loads),
    LOOP(fma_wide),
    LOOP(fma_loads),
    LOOP(add_wide),
    LOOP(shuffle),
    LOOP(byte_masks),
    LOOP(convert),
    LOOP(divide),
    LOOP(forward_8),
    LOOP(forward_40),
    LOOP(forward_add_8),
    LOOP(forward_to_add_8),
};

int main(int argc, char **argv)
{
    struct work w;

    if (argc != 5) {
        fprintf(stderr, "usage: isolate LOOP BYTES K ROUNDS\n");
        return 2;
    }
    w.bytes = strtoull(argv[2], NULL, 0);
    w.k = (unsigned)strtoul(argv[3], NULL, 0);
    w.rounds = strtoull(argv[4], NULL, 0);
    w.at = map(w.bytes + PAGE);
    for (size_t i = 0; i < sizeof loops / sizeof *loops; i++)
        if (strcmp(argv[1], loops[i].name) == 0) {
            loops[i].run(&w);
            return 0;
        }
    fprintf(stderr, "isolate: no loop %s\n", argv[1]);
    return 2;
}
