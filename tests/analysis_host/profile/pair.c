/* Two threads: the second waits for a lock that the first holds while it works, and the first for
 * the end of the second. */
#include <pthread.h>
#include <stdio.h>

enum { ROUNDS = 200000 };

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static unsigned result;

static unsigned work(unsigned x)
{
    for (int i = 0; i < ROUNDS; i++)
        x = x * 5 + (x >> 7);
    return x;
}

static void *second(void *unused)
{
    (void)unused;
    pthread_mutex_lock(&mutex);
    pthread_mutex_unlock(&mutex);
    result = work(work(2));
    return NULL;
}

int main(void)
{
    pthread_t thread;

    pthread_mutex_lock(&mutex);
    if (pthread_create(&thread, NULL, second, NULL) != 0)
        return 1;
    unsigned first = work(1);
    pthread_mutex_unlock(&mutex);
    pthread_join(thread, NULL);
    printf("%u\n", first + result);
    return 0;
}
