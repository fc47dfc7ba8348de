#include "couple.h"

static void follower(void *arg)
{
    struct couple *c = arg;

    for (unsigned n = 0;; n++) {
        while (__atomic_load_n(&c->goes, __ATOMIC_ACQUIRE) == n) {
            if (__atomic_load_n(&c->over, __ATOMIC_ACQUIRE))
                return;
            hal_thread_pause();
        }
        c->follow(c->ctx);
        __atomic_store_n(&c->gone, n + 1, __ATOMIC_RELEASE);
    }
}

static void leader(void *arg)
{
    struct couple *c = arg;

    c->lead(c);
}

void couple_go(struct couple *couple)
{
    __atomic_store_n(&couple->goes, couple->goes + 1, __ATOMIC_RELEASE);
}

void couple_wait(struct couple *couple)
{
    while (__atomic_load_n(&couple->gone, __ATOMIC_ACQUIRE) != couple->goes)
        hal_thread_pause();
}

/* Lead on context A: by the caller where that is its own, else by a thread. */
static enum hal_thread_status run_leader(struct couple *c, unsigned a, bool here)
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

enum hal_thread_status couple_run(struct couple *couple, unsigned a, unsigned b)
{
    bool here = hal_thread_pin(a) == HAL_THREAD_OK;
    struct hal_thread thread;

    couple->goes = couple->gone = 0;
    couple->over = false;
    if (a == b)
        return run_leader(couple, a, here);
    enum hal_thread_status status = hal_thread_start(&thread, b, follower, couple);
    if (status != HAL_THREAD_OK)
        return status;
    status = run_leader(couple, a, here);
    __atomic_store_n(&couple->over, true, __ATOMIC_RELEASE);
    hal_thread_join(&thread);
    return status;
}
