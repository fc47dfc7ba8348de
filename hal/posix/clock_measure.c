/* Measures the rate of the processor's counter against the system's clock. */
#include "clocks.h"
#include <setjmp.h>
#include <signal.h>
#include <stddef.h>
#include <stdlib.h>

enum {
    READS = 256 * 1024,       /* at 20 ns or more: longer than any tick of a kernel's */
    SETTLED_READS = 8 * 1024, /* enough to have seen the smallest step, once a step was seen */
    COST_BATCHES = 16,
    COST_READS = 64,
    PAIR_TRIES = 16,
    RATE_NS = 6000000,
    AGREEING = 3, /* of POSIX_RATES */
};

static uint64_t mask_of(const struct posix_clock *clock)
{
    return UINT64_MAX >> (64 - clock->bits);
}

static enum posix_clock_fault watch_steps(const struct posix_clock *clock, uint64_t *step_ticks)
{
    uint64_t mask = mask_of(clock);
    uint64_t smallest = UINT64_MAX;
    uint64_t last = clock->now_ticks();

    for (unsigned i = 0; i < READS && (i < SETTLED_READS || smallest == UINT64_MAX); i++) {
        uint64_t now = clock->now_ticks();
        uint64_t step = (now - last) & mask;
        if (step > mask / 2)
            return POSIX_CLOCK_BACK;
        if (step > 0 && step < smallest)
            smallest = step;
        last = now;
    }
    *step_ticks = smallest;
    return smallest == UINT64_MAX ? POSIX_CLOCK_STUCK : POSIX_CLOCK_OK;
}

/* The quickest of several batches: what else the machine does can only add. */
static double reading_cost_ns(const struct posix_clock *clock)
{
    uint64_t least_ns = UINT64_MAX;

    for (unsigned i = 0; i < COST_BATCHES; i++) {
        uint64_t begin = posix_reference_ns();
        for (unsigned k = 0; k < COST_READS; k++)
            (void)clock->now_ticks();
        uint64_t took_ns = posix_reference_ns() - begin;
        if (took_ns < least_ns)
            least_ns = took_ns;
    }
    return (double)least_ns / COST_READS;
}

struct instant {
    uint64_t ticks, ns;
};

/* Both clocks at one instant: of several tries the one with the least time around the reading. */
static struct instant read_together(const struct posix_clock *clock)
{
    struct instant best = { 0, 0 };
    uint64_t least_ns = UINT64_MAX;

    for (unsigned i = 0; i < PAIR_TRIES; i++) {
        uint64_t before = posix_reference_ns();
        uint64_t ticks = clock->now_ticks();
        uint64_t width_ns = posix_reference_ns() - before;
        if (width_ns < least_ns) {
            least_ns = width_ns;
            best = (struct instant){ ticks, before + width_ns / 2 };
        }
    }
    return best;
}

/* Losing the CPU in between does no harm, because both clocks go on. */
static double short_rate_hz(const struct posix_clock *clock)
{
    struct instant a = read_together(clock);
    while (posix_reference_ns() - a.ns < RATE_NS)
        ;
    struct instant b = read_together(clock);

    return (double)((b.ticks - a.ticks) & mask_of(clock)) * 1e9 / (double)(b.ns - a.ns);
}

static int by_rate(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;

    return (x > y) - (x < y);
}

uint64_t posix_rate_agreed_hz(double rates_hz[POSIX_RATES])
{
    unsigned best = 0;

    qsort(rates_hz, POSIX_RATES, sizeof rates_hz[0], by_rate);
    for (unsigned i = 1; i + AGREEING <= POSIX_RATES; i++)
        if (rates_hz[i + AGREEING - 1] - rates_hz[i] <
            rates_hz[best + AGREEING - 1] - rates_hz[best])
            best = i;

    double middle = rates_hz[best + AGREEING / 2];
    if (rates_hz[best + AGREEING - 1] - rates_hz[best] > middle / 1000)
        return 0;
    return (uint64_t)(middle + 0.5);
}

static uint64_t measured_rate_hz(const struct posix_clock *clock)
{
    double rates_hz[POSIX_RATES];

    for (unsigned i = 0; i < POSIX_RATES; i++)
        rates_hz[i] = short_rate_hz(clock);
    return posix_rate_agreed_hz(rates_hz);
}

static enum posix_clock_fault watch(const struct posix_clock *clock,
                                    struct posix_clock_facts *facts)
{
    enum posix_clock_fault fault = watch_steps(clock, &facts->step_ticks);

    if (fault != POSIX_CLOCK_OK)
        return fault;
    facts->cost_ns = reading_cost_ns(clock);
    facts->hz = clock->hz != 0 ? clock->hz : measured_rate_hz(clock);
    return facts->hz == 0 ? POSIX_CLOCK_UNSTEADY : POSIX_CLOCK_OK;
}

/* Signals by which a CPU or a kernel may answer a forbidden reading. */
static const int guarded[] = { SIGILL, SIGSEGV, SIGBUS };
enum { GUARDED = sizeof guarded / sizeof guarded[0] };

static sigjmp_buf away;

static void on_signal(int signal_number)
{
    (void)signal_number;
    siglongjmp(away, 1);
}

enum posix_clock_fault posix_clock_measure(const struct posix_clock *clock,
                                           struct posix_clock_facts *facts)
{
    struct sigaction old[GUARDED];
    struct sigaction mine = { .sa_handler = on_signal };
    volatile enum posix_clock_fault fault = POSIX_CLOCK_UNREADABLE;

    (void)sigemptyset(&mine.sa_mask);
    for (size_t i = 0; i < GUARDED; i++)
        (void)sigaction(guarded[i], &mine, &old[i]);
    if (sigsetjmp(away, 1) == 0)
        fault = watch(clock, facts);
    for (size_t i = 0; i < GUARDED; i++)
        (void)sigaction(guarded[i], &old[i], NULL);
    return fault;
}
