/* Sends a whole run of a machine with planted levels through the record writer. */
#include "planted_log.h"
#include "record/record.h"
#include <stdio.h>

enum { KIB = 1024, REPETITIONS = 5, LEAST = 1 * KIB, MOST = 16 * 1024 * KIB };

static int put(void *ctx, const char *bytes, size_t n)
{
    return fwrite(bytes, 1, n, ctx) == n ? 0 : -1;
}

static void send_run(struct record_out *o, const char *target)
{
    record_begin_run(o);
    record_key_number(o, "format", RECORD_FORMAT);
    record_key_text(o, "target", target);
    record_key_text(o, "hal", "none");
    record_key_text(o, "arch", "arm");
    record_key_number(o, "word", 32);
    record_key_number(o, "cores", 1);
    record_key_number(o, "tick_hz", 1000000000);
    record_key_number(o, "tick_min", 1);
    record_key_text(o, "os", "none");
    record_key_text(o, "cc", "test");
    record_end(o);
}

/* A second cache of 480 MiB, as some hypervisors say, and a first one as it is. */
static void send_claims(struct record_out *o)
{
    record_begin(o, "RUN");
    record_key_text(o, "claims", "sysfs");
    record_key_number(o, "claim.cache.levels", 2);
    record_key_number(o, "claim.cache.1.size", 32 * KIB);
    record_key_number(o, "claim.cache.2.size", 480 * KIB * KIB);
    record_key_number(o, "claim.cache.3.size", 1);
    record_end(o);
}

static void send_probe(struct record_out *o, const char *probe, const char *key, uint64_t value)
{
    record_begin(o, "PROBE");
    record_text(o, probe);
    record_key_number(o, key, value);
    record_end(o);
}

static void send_sample(struct record_out *o, uint64_t x, uint64_t ops, uint64_t ticks)
{
    record_begin(o, "S");
    record_number(o, x);
    record_number(o, ops);
    for (unsigned i = 0; i < REPETITIONS; i++)
        record_number(o, ticks + i);
    record_end(o);
}

static void send_done(struct record_out *o, const char *probe, uint64_t points)
{
    record_begin(o, "DONE");
    record_text(o, probe);
    record_number(o, points);
    record_text(o, "ok");
    record_sum(o);
    record_end(o);
}

/* One tick an addition, and 20 that every timing costs. */
static void send_add_chain(struct record_out *o)
{
    enum { SIZES = 4 };
    const uint64_t ops = 4096;

    for (unsigned kind = 0; kind < 2; kind++) {
        send_probe(o, "add_chain", "kind", kind);
        for (unsigned i = 0; i < SIZES; i++)
            send_sample(o, ops << i, ops << i, (ops << i) + 20);
        send_done(o, "add_chain", SIZES);
    }
}

static uint64_t latency_cycles(uint64_t bytes)
{
    return bytes <= 32 * KIB ? 4 : bytes <= 512 * KIB ? 14 : 100;
}

static void send_cache_size(struct record_out *o)
{
    enum { OPS = 100000, STEPS = 8 };
    uint64_t points = 0;

    send_probe(o, "cache_size", "stride", 256);
    for (uint64_t octave = LEAST; octave <= MOST; octave *= 2)
        for (uint64_t k = 0; k < STEPS; k++) {
            uint64_t bytes = octave + octave / STEPS * k;
            if (bytes % 256 != 0)
                continue;
            send_sample(o, bytes, OPS, OPS * latency_cycles(bytes));
            points++;
        }
    send_done(o, "cache_size", points);
}

static void send_end(struct record_out *o)
{
    uint32_t sentences = o->seq;

    record_begin(o, "END");
    record_number(o, sentences);
    record_text(o, "ok");
    record_sum(o);
    record_end(o);
}

char *stream_planted(size_t *n, bool claims)
{
    char *bytes = NULL;
    FILE *out = open_memstream(&bytes, n);
    struct record_out o = { .put = put, .ctx = out };

    if (out == NULL)
        return NULL;
    send_run(&o, "planted");
    if (claims)
        send_claims(&o);
    send_add_chain(&o);
    send_cache_size(&o);
    send_end(&o);
    fclose(out);
    return bytes;
}

/* Keys of the run, a note, a probe, how it ended, and a sentence of no known type. */
static void send_names(struct record_out *o, const char *name)
{
    static const char *const keys[] = { "os", "clock", "cc", "build", "cpu", "claims", "reason" };

    for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++) {
        record_begin(o, "RUN");
        record_key_text(o, keys[i], name);
        record_key_text(o, name, name);
        record_end(o);
    }
    record_begin(o, "NOTE");
    record_text(o, name);
    record_end(o);
    send_probe(o, name, name, 1);
    send_sample(o, 1, 1, 1);
    record_begin(o, "DONE");
    record_text(o, name);
    record_number(o, 2);
    record_text(o, name);
    record_sum(o);
    record_end(o);
}

char *stream_named(size_t *n, const char *name)
{
    char *bytes = NULL;
    FILE *out = open_memstream(&bytes, n);
    struct record_out o = { .put = put, .ctx = out };

    if (out == NULL)
        return NULL;
    send_run(&o, name);
    send_names(&o, name);
    send_add_chain(&o);
    send_cache_size(&o);
    send_end(&o);
    fclose(out);
    return bytes;
}
