/* Threads of the program: their clocks, what they wait for, and lines that they share. */
#include "threads.h"
#include "signature/system_calls.h"
#include "thread.h"
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* A thread that is slower than others, and does nothing for so long, is taken to sleep. */
#define PATIENCE_NS 100000000

/* A row less costs accuracy, more of them time: threads that meet more often are not followed. */
enum { SYNC_MOST = 1 << 20 };

struct threads_seen {
    uint64_t at; /* instructions of a thread that were waited for */
};

static void *grown(void *rows, size_t size)
{
    rows = realloc(rows, size);
    if (!rows)
        give_up("not enough memory");
    return rows;
}

void threads_begin(struct threads *t, enum signature_isa isa, unsigned line_shift)
{
    memset(t, 0, sizeof *t);
    t->isa = isa;
    t->line_shift = line_shift;
    pthread_cond_init(&t->step, NULL);
}

/* ---- rows ---- */

/* Adds a row of THREAD, with what the system did since its last one. */
static void add_row(struct threads *t, struct collect *c, unsigned thread,
                    enum signature_sync_kind kind, uint32_t by, uint64_t by_at)
{
    struct threads_one *one = t->one[thread];

    if (t->n_sync == SYNC_MOST && kind != SYNC_END)
        return;
    if (t->n_sync >= t->room_sync) {
        t->room_sync = t->room_sync * 2 + 1024;
        t->sync = grown(t->sync, t->room_sync * sizeof *t->sync);
    }
    collect_catch_up_thread(c, thread);
    uint64_t pages = collect_own_pages(c, thread);
    t->sync[t->n_sync++] =
        (struct signature_sync){ .thread = one->number,
                                 .kind = (uint8_t)kind,
                                 .at = c->thread[thread]->instructions,
                                 .by = by,
                                 .by_at = by_at,
                                 .pages = (uint32_t)(pages > one->pages ? pages - one->pages : 0),
                                 .calls = (uint32_t)(one->calls_now - one->calls),
                                 .bytes = one->bytes_now - one->bytes };
    one->pages = pages;
    one->calls = one->calls_now;
    one->bytes = one->bytes_now;
}

/* A short wait was for what another thread did, if it was not for a lock that THREAD then takes. */
static void settle_doubt(struct threads *t, struct collect *c, unsigned thread, bool locked)
{
    struct threads_one *one = t->one[thread];
    struct threads_word doubt = one->doubt;

    one->doubt.address = 0;
    if (doubt.address && !locked)
        add_row(t, c, thread, SYNC_WAIT, doubt.by, doubt.at);
}

/* THREAD goes on after instruction AT of thread BY, unless it waited for nearly as much before. */
static void follow(struct threads *t, struct collect *c, unsigned thread,
                   enum signature_sync_kind kind, uint32_t by, uint64_t at)
{
    struct threads_one *one = t->one[thread];

    if (by == one->number)
        return;
    settle_doubt(t, c, thread, false);
    if (by >= one->n_seen) {
        one->seen = grown(one->seen, (by + (size_t)1) * sizeof *one->seen);
        memset(one->seen + one->n_seen, 0, (by + (size_t)1 - one->n_seen) * sizeof *one->seen);
        one->n_seen = by + 1;
    }
    if (kind != SYNC_WAIT && at < one->seen[by].at + THREADS_GRAIN)
        return;
    one->seen[by].at = at > one->seen[by].at ? at : one->seen[by].at;
    add_row(t, c, thread, kind, by, at);
}

void threads_start(struct threads *t, const struct collect *c, unsigned thread, unsigned by)
{
    struct threads_one *one = t->one[thread];
    uint32_t number = c->n_threads - 1;

    if (!one) {
        one = calloc(1, sizeof *one);
        if (!one)
            give_up("not enough memory");
        t->one[thread] = one;
        t->n = thread >= t->n ? thread + 1 : t->n;
    }
    one->number = number;
    one->n_seen = 0;
    one->runs = false;
    one->waits_at = one->end_word = one->child_word = 0;
    one->spin = 0;
    t->row = grown(t->row, (number + (size_t)1) * sizeof *t->row);
    t->row[number] = (struct signature_thread){ .first = c->thread[thread]->instructions };
    t->n_rows = number + 1;
    if (by == thread || !t->one[by])
        return;
    one->clock = one->looked = t->one[by]->clock;
    one->runs = true; /* as soon as the system lets it */
    one->end_word = t->one[by]->child_word;
    t->one[by]->child_word = 0;
    add_row(t, (struct collect *)c, by, SYNC_CREATE, number, 0);
}

/* ---- clocks ---- */

/* The slowest clock of those that run, THREAD aside; UINT64_MAX: no other runs. */
static uint64_t slowest(const struct threads *t, unsigned thread)
{
    uint64_t least = UINT64_MAX;

    for (unsigned i = 0; i < t->n; i++)
        if (i != thread && t->one[i] && t->one[i]->runs && t->one[i]->clock < least)
            least = t->one[i]->clock;
    return least;
}

/* Nobody waits for the slower ones any more, until they go on. */
static void give_up_slower(struct threads *t, unsigned thread)
{
    for (unsigned i = 0; i < t->n; i++)
        if (i != thread && t->one[i] && t->one[i]->clock + THREADS_AHEAD < t->one[thread]->clock)
            t->one[i]->runs = false;
}

/* Lets those that are slower run first. */
static void wait_for_others(struct threads *t, unsigned thread, pthread_mutex_t *lock)
{
    struct threads_one *one = t->one[thread];
    struct timespec until;
    int late = 0;

    one->looked = one->clock;
    pthread_cond_broadcast(&t->step);
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_nsec += PATIENCE_NS;
    until.tv_sec += until.tv_nsec / 1000000000;
    until.tv_nsec %= 1000000000;
    t->waiting++;
    for (uint64_t least; late == 0;) {
        least = slowest(t, thread);
        if (least == UINT64_MAX || one->clock <= least + THREADS_AHEAD)
            break;
        late = pthread_cond_timedwait(&t->step, lock, &until);
    }
    t->waiting--;
    if (late)
        give_up_slower(t, thread);
}

/* A thread that slept is where the slowest of the others is. */
static void come_back(struct threads *t, unsigned thread)
{
    struct threads_one *one = t->one[thread];
    uint64_t least = slowest(t, thread);

    one->runs = true;
    if (least != UINT64_MAX && least > one->clock)
        one->clock = least;
    one->looked = one->clock;
}

bool threads_ran(struct threads *t, struct collect *c, unsigned thread, unsigned n, bool spins,
                 pthread_mutex_t *lock)
{
    struct threads_one *one = t->one[thread];

    if (!one->runs)
        come_back(t, thread);
    one->clock += n;
    if (one->doubt.address && one->clock > one->doubt.clock + THREADS_LOCK)
        settle_doubt(t, c, thread, false);
    if (one->clock >= one->looked + THREADS_AHEAD / 2)
        wait_for_others(t, thread, lock);
    if (spins)
        one->spin = THREADS_LOOK + n;
    bool works = one->spin == 0;
    one->spin -= one->spin < n ? one->spin : n;
    return works;
}

/* ---- lines ---- */

static struct threads_line *line_of(struct threads *t, uint64_t line)
{
    uint32_t *number = line_map_number(&t->numbers, line);

    if (*number > 0)
        return &t->lines[*number - 1];
    if (t->n_lines == t->room_lines) {
        t->room_lines = t->room_lines * 2 + 1024;
        t->lines = grown(t->lines, t->room_lines * sizeof *t->lines);
    }
    t->lines[t->n_lines] = (struct threads_line){ 0 };
    *number = ++t->n_lines;
    return &t->lines[t->n_lines - 1];
}

/* A line comes from another thread at CLOCK. */
static void change(struct threads_line *l, uint64_t clock)
{
    if (l->changed > 0 && clock < l->changed + THREADS_HOT)
        l->hot = clock + THREADS_HOT;
    l->changed = clock;
}

void threads_accessed(struct threads *t, struct collect *c, unsigned thread, bool store,
                      uint64_t address)
{
    const struct threads_one *one = t->one[thread];
    struct threads_line *l = line_of(t, address >> t->line_shift);
    uint32_t mine = UINT32_C(1) << one->number % 32;
    bool others = l->owner != 0 && l->owner != one->number + 1 && !(l->holders & mine);
    bool takes = others || (store && (l->holders & ~mine) != 0 && l->owner != 0);

    if (takes)
        change(l, one->clock);
    const struct threads_line was = *l;
    l->holders = store ? mine : l->holders | mine;
    if (store && one->doubt.address >> t->line_shift == address >> t->line_shift)
        settle_doubt(t, c, thread, one->doubt.address == address);
    if (store) {
        l->owner = one->number + 1;
        l->at = c->thread[thread]->instructions;
        l->clock = one->clock;
        l->writers |= mine;
    }
    /* By their clocks the store of one that is ahead comes after. What a thread stores to itself is
     * what threads change one after the other, in any order: a lock, and what it protects. */
    if (others && !store && was.clock <= one->clock && (one->spin || !(was.writers & mine)))
        follow(t, c, thread, one->spin ? SYNC_SPIN : SYNC_AFTER, was.owner - 1, was.at);
    c->thread[thread]->takes = one->clock < l->hot ? ACCESS_CONTENDED : takes ? ACCESS_HANDOVER : 0;
}

/* ---- system calls ---- */

static struct threads_word *word_of(struct threads *t, uint64_t address)
{
    return &t->word[(address >> 2) * UINT64_C(0x9e3779b97f4a7c15) >> 52];
}

/* The thread that waits at ADDRESS for the longest time; NULL: none does. */
static struct threads_one *first_waiting(const struct threads *t, uint64_t address)
{
    struct threads_one *first = NULL;

    for (unsigned i = 0; i < t->n; i++) {
        struct threads_one *one = t->one[i];
        if (one && one->waits_at == address && !one->runs && (!first || one->since < first->since))
            first = one;
    }
    return first;
}

/* THREAD wakes N of those at ADDRESS: they run from now on, whenever the system lets them. */
static void wake(struct threads *t, const struct collect *c, unsigned thread, uint64_t address,
                 uint64_t n)
{
    for (struct threads_one *one; n > 0 && (one = first_waiting(t, address)); n--) {
        one->runs = true;
        if (one->clock < t->one[thread]->clock)
            one->clock = t->one[thread]->clock;
    }
    *word_of(t, address) = (struct threads_word){ .address = address,
                                                  .at = c->thread[thread]->instructions,
                                                  .clock = t->one[thread]->clock,
                                                  .by = t->one[thread]->number };
}

enum {
    FUTEX_WAIT,
    FUTEX_WAKE,
    FUTEX_LOCK_PI = 6,
    FUTEX_WAIT_BITSET = 9,
    FUTEX_WAIT_REQUEUE_PI = 11,
    FUTEX_COMMAND = 127,
    CLONE_THREAD_FLAG = 0x10000
};

static bool futex_waits(uint64_t operation)
{
    uint64_t command = operation & FUTEX_COMMAND;

    return command == FUTEX_WAIT || command == FUTEX_LOCK_PI || command == FUTEX_WAIT_BITSET ||
           command == FUTEX_WAIT_REQUEUE_PI;
}

/* THREAD ends: the system clears its word, and wakes who waits for that. */
static void end(struct threads *t, struct collect *c, unsigned thread)
{
    struct threads_one *one = t->one[thread];

    add_row(t, c, thread, SYNC_END, SIGNATURE_NONE, 0);
    t->row[one->number].instructions = c->thread[thread]->instructions - t->row[one->number].first;
    if (!one->end_word)
        return;
    wake(t, c, thread, one->end_word, COLLECT_THREADS);
    threads_accessed(t, c, thread, true, one->end_word);
    line_of(t, one->end_word >> t->line_shift)->clock = 0; /* who reads it then comes after */
    line_of(t, one->end_word >> t->line_shift)->writers = 0;
}

void threads_called(struct threads *t, struct collect *c, unsigned thread, int64_t number,
                    const uint64_t arguments[6])
{
    struct threads_one *one = t->one[thread];
    const struct thread_calls *numbers = thread_calls_of(t->isa);

    one->clock += THREADS_CALL;
    one->calls_now++;
    one->waits_at = 0;
    if (number == numbers->futex || number == numbers->futex_time64) {
        if (futex_waits(arguments[1])) {
            one->waits_at = arguments[0];
            one->since = t->waits++;
            one->wait_clock = one->clock;
            one->runs = false;
        } else {
            wake(t, c, thread, arguments[0], arguments[2]);
        }
    } else if (number == numbers->clone && (arguments[0] & CLONE_THREAD_FLAG)) {
        one->child_word = arguments[numbers->child_word];
    } else if (number == numbers->exit) {
        end(t, c, thread);
        one->runs = false;
    }
    if (t->waiting)
        pthread_cond_broadcast(&t->step);
}

/* What the thread waited for: who woke it, or whose store made the system refuse to let it sleep.
 */
static void waited(struct threads *t, struct collect *c, unsigned thread, int64_t value)
{
    struct threads_one *one = t->one[thread];
    const struct threads_word *word = word_of(t, one->waits_at);

    if (value == 0 && word->address == one->waits_at) {
        if (word->clock > one->clock)
            one->clock = one->looked = word->clock;
        settle_doubt(t, c, thread, false);
        one->doubt = *word;
        one->doubt.clock = one->clock;
        if (word->by == one->number)
            one->doubt.address = 0;
        else if (one->clock > one->wait_clock + THREADS_HOT)
            settle_doubt(t, c, thread, false);
    } else if (value == 0 || value == -110) { /* ETIMEDOUT */
        add_row(t, c, thread, SYNC_SLEEP, SIGNATURE_NONE, 0);
    }
}

void threads_returned(struct threads *t, struct collect *c, unsigned thread, int64_t number,
                      int64_t value, uint64_t n_bytes)
{
    struct threads_one *one = t->one[thread];

    (void)number;
    one->bytes_now += n_bytes;
    if (!one->runs)
        come_back(t, thread);
    if (one->waits_at) {
        waited(t, c, thread, value);
        one->waits_at = 0;
    }
}

/* ---- results ---- */

void threads_restart(struct threads *t)
{
    t->n_sync = 0;
    for (unsigned i = 0; i < t->n; i++) {
        struct threads_one *one = t->one[i];
        if (!one)
            continue;
        one->calls = one->calls_now = one->bytes = one->bytes_now = one->pages = 0;
        one->n_seen = 0;
        t->row[one->number].first = 0;
    }
}

void threads_result(struct threads *t, struct collect *c, struct signature *s)
{
    if (t->n_rows < 2)
        return;
    for (unsigned i = 0; i < t->n; i++) {
        const struct threads_one *one = t->one[i];
        if (!one || t->row[one->number].instructions > 0)
            continue;
        add_row(t, c, i, SYNC_END, SIGNATURE_NONE, 0);
        t->row[one->number].instructions = c->thread[i]->instructions - t->row[one->number].first;
    }
    s->thread = t->row;
    s->n_thread = t->n_rows;
    s->sync = t->sync;
    s->n_sync = t->n_sync;
    t->row = NULL;
    t->sync = NULL;
}
