/* Runs two threads of which one leads and the other follows. */
#include "pair_run.h"

static void follower(void *arg)
{
    struct pair_run *c = arg;

    for (unsigned n = 0;; n++) {
        while (__atomic_load_n(&c->goes, __ATOMIC_ACQUIRE) == n) {
            if (__atomic_load_n(&c->over, __ATOMIC_ACQUIRE)) {
                c->follower_moved = hal_thread_moved();
                return;
            }
            hal_thread_pause();
        }
        c->follow(c->ctx);
        __atomic_store_n(&c->gone, n + 1, __ATOMIC_RELEASE);
    }
}

static void leader(void *arg)
{
    struct pair_run *c = arg;

    c->lead(c);
    c->leader_moved = hal_thread_moved();
}

void pair_go(struct pair_run *pair)
{
    __atomic_store_n(&pair->goes, pair->goes + 1, __ATOMIC_RELEASE);
}

void pair_wait(struct pair_run *pair)
{
    while (__atomic_load_n(&pair->gone, __ATOMIC_ACQUIRE) != pair->goes)
        hal_thread_pause();
}

/* Lead on context A: by the caller where that is its own, else by a thread. */
static enum hal_thread_status run_leader(struct pair_run *c, unsigned a, bool here)
{
    struct hal_thread thread;

    if (here) {
        leader(c);
        return HAL_THREAD_OK;
    }
    enum hal_thread_status status = hal_thread_start(&thread, a, leader, c);
    if (status == HAL_THREAD_OK)
        hal_thread_join(&thread);
    return status;
}

enum hal_thread_status pair_run(struct pair_run *pair, unsigned a, unsigned b)
{
    bool here = hal_thread_pin(a) == HAL_THREAD_OK;
    struct hal_thread thread;

    pair->goes = pair->gone = 0;
    pair->over = pair->leader_moved = pair->follower_moved = false;
    if (a == b)
        return run_leader(pair, a, here);
    enum hal_thread_status status = hal_thread_start(&thread, b, follower, pair);
    if (status != HAL_THREAD_OK)
        return status;
    status = run_leader(pair, a, here);
    __atomic_store_n(&pair->over, true, __ATOMIC_RELEASE);
    hal_thread_join(&thread);
    return status == HAL_THREAD_OK && (pair->leader_moved || pair->follower_moved)
               ? HAL_THREAD_FAILED
               : status;
}
