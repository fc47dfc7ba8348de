/* Clocks that a POSIX system and its processor have. */
#ifndef POSIX_CLOCKS_H
#define POSIX_CLOCKS_H

#include <stdint.h>

/* The clocks that the posix port may choose from, and how it chooses. Open to tests, which hand in
 * tables of their own. */

struct posix_clock {
    const char *name;            /* a literal, for hal_timer_name() */
    unsigned bits;               /* width, 16 to 64 */
    uint64_t hz;                 /* rate where it is known beforehand; 0: measure it */
    uint64_t (*now_ticks)(void); /* ordered as hal_timer_now_ticks() promises; may raise a signal */
};

/* This machine's: the CPU's counters first, last the system's clock. */
extern const struct posix_clock posix_clocks[];
extern const unsigned posix_clock_count;

/* The clock that rates are held against, ns. Orders nothing. */
uint64_t posix_reference_ns(void);

enum posix_clock_fault {
    POSIX_CLOCK_OK = 0,
    POSIX_CLOCK_UNREADABLE, /* reading it raised a signal */
    POSIX_CLOCK_STUCK,      /* does not advance for some ms */
    POSIX_CLOCK_BACK,       /* went back */
    POSIX_CLOCK_UNSTEADY,   /* its rate changes, so that no rate can be stated */
};

struct posix_clock_facts {
    uint64_t step_ticks; /* smallest step seen */
    double cost_ns;      /* of one reading */
    uint64_t hz;
};

/* Watches CLOCK for some ms (some 30 ms more where its rate is to be measured) and fills *FACTS,
 * which means something on POSIX_CLOCK_OK only. Takes over SIGILL, SIGSEGV and SIGBUS meanwhile:
 * call it while there is one thread. */
enum posix_clock_fault posix_clock_measure(const struct posix_clock *clock,
                                           struct posix_clock_facts *facts);

enum { POSIX_RATES = 5 };

/* The middle one of the three rates that agree best, Hz; 0 when even these differ by more than one
 * part in a thousand, or the rate is below 1 Hz. Sorts RATES_HZ. */
uint64_t posix_rate_agreed_hz(double rates_hz[POSIX_RATES]);

/* Does what hal_timer_start() promises, with CLOCKS (N of them, which must live on) to choose from:
 * of those without fault the one whose smallest step and cost of a reading add up to the least
 * time, the earlier one when equal. 0, or -1 when each has a fault (then the clock in use stays).
 */
int posix_timer_choose(const struct posix_clock *clocks, unsigned n);

#endif
