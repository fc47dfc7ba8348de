/* Keeps the pages that were asked for last, by a table and a list, in three caches of a server. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct entry {
    uint32_t key;
    struct entry *newer, *older, *same_hash;
    char page[40];
};

struct cache {
    struct entry *entries, **table;
    struct entry ends;
    uint32_t room, used, mask;
    unsigned long hits, asked;
};

static uint32_t hash(const struct cache *c, uint32_t key)
{
    key *= 2654435761u;
    return (key >> 11 ^ key) & c->mask;
}

static int make(struct cache *c, uint32_t room)
{
    memset(c, 0, sizeof *c);
    for (c->mask = 1; c->mask < room; c->mask *= 2)
        continue;
    c->table = calloc(c->mask, sizeof *c->table);
    c->entries = malloc(room * sizeof *c->entries);
    c->mask--;
    c->room = room;
    c->ends.newer = c->ends.older = &c->ends;
    return c->table != NULL && c->entries != NULL;
}

static void unlink_entry(struct entry *e)
{
    e->newer->older = e->older;
    e->older->newer = e->newer;
}

static void put_in_front(struct cache *c, struct entry *e)
{
    e->newer = &c->ends;
    e->older = c->ends.older;
    c->ends.older->newer = e;
    c->ends.older = e;
}

static void forget(struct cache *c, const struct entry *e)
{
    struct entry **at = &c->table[hash(c, e->key)];

    while (*at != e)
        at = &(*at)->same_hash;
    *at = e->same_hash;
}

static struct entry *find(const struct cache *c, uint32_t key)
{
    struct entry *e = c->table[hash(c, key)];

    while (e != NULL && e->key != key)
        e = e->same_hash;
    return e;
}

static const char *ask(struct cache *c, uint32_t key)
{
    struct entry *e = find(c, key);

    c->asked++;
    if (e != NULL) {
        c->hits++;
        unlink_entry(e);
    } else {
        struct entry **head = &c->table[hash(c, key)];

        if (c->used < c->room) {
            e = &c->entries[c->used++];
        } else {
            e = c->ends.newer;
            unlink_entry(e);
            forget(c, e);
        }
        e->key = key;
        for (unsigned i = 0; i < sizeof e->page; i++)
            e->page[i] = (char)('a' + (key >> (i & 15)) % 26);
        e->same_hash = *head;
        *head = e;
    }
    put_in_front(c, e);
    return e->page;
}

int main(int argc, char **argv)
{
    static const uint32_t rooms[] = { 500, 4000, 20000 };
    unsigned requests = argc > 1 ? (unsigned)atoi(argv[1]) : 40000;
    unsigned long sum = 0;

    for (unsigned k = 0; k < 3; k++) {
        struct cache c;
        uint64_t state = 99;

        if (!make(&c, rooms[k]))
            return 1;
        for (unsigned i = 0; i < requests; i++) {
            uint64_t a, b;

            state = state * 6364136223846793005u + 1442695040888963407u;
            a = state >> 40;
            b = state >> 20 & 0xffffff;
            /* few pages are asked for often */
            sum += (unsigned char)ask(&c, (uint32_t)((a * b >> 24) * (a ^ b) >> 32))[i % 40];
        }
        printf("%u pages: %lu of %lu\n", rooms[k], c.hits, c.asked);
        free(c.entries);
        free(c.table);
    }
    printf("%lu\n", sum);
    return 0;
}
