/* Ties signatures of kernels to the times of a log. */
#include "database.h"
#include "result/query.h"
#include "say.h"
#include "series/kernels.h"
#include "signature/file.h"
#include <errno.h>
#include <math.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WORD = 32 };

/* A time is one where the next timing is within this factor; else something else ran meanwhile. */
#define AGREED 2

/* What the arguments of a kernel's signature say: "name=fft variant=radix2 type=f64 n=512 laps=20
 * state=warm". */
struct kernel_words {
    char name[WORD], variant[WORD], type[WORD], state[WORD];
    unsigned long long n, laps;
};

static void take_word(char to[WORD], const char *text, const char *key)
{
    const char *at = strstr(text, key);

    to[0] = '\0';
    if (at != NULL && (at == text || at[-1] == ' '))
        sscanf(at + strlen(key), "%31s", to);
}

static void read_words(struct kernel_words *w, const char *text)
{
    char number[WORD];

    take_word(w->name, text, "name=");
    take_word(w->variant, text, "variant=");
    take_word(w->type, text, "type=");
    take_word(w->state, text, "state=");
    take_word(number, text, "n=");
    w->n = strtoull(number, NULL, 10);
    take_word(number, text, "laps=");
    w->laps = strtoull(number, NULL, 10);
}

static bool is_same(const struct kernel_run *r, const struct kernel_words *w)
{
    return r->contexts <= 1 && strcmp(r->name, w->name) == 0 &&
           strcmp(r->variant, w->variant) == 0 && strcmp(r->type, w->type) == 0 &&
           strcmp(r->state, *w->state != '\0' ? w->state : "warm") == 0;
}

/* Ticks of one lap of the kernel W: the second lowest, as one may be odd; 0: the log has none that
 * another agrees with. */
static double ticks_of(const struct kernels *k, const struct kernel_words *w)
{
    for (size_t i = 0; i < k->n; i++) {
        const struct kernel_point *p = is_same(&k->run[i], w) ? kernels_at(&k->run[i], w->n) : NULL;
        if (p != NULL && p->timings > 1 && p->least > 0 && p->second <= AGREED * p->least)
            return p->second;
    }
    return 0;
}

static double cycles_a_tick(const struct board *b)
{
    double rate = (double)log_key_number(b->log.run.keys, b->log.run.n_keys, "tick_hz", 0);

    return rate > 0 ? b->machine.hz / rate : 0;
}

static bool make_room(struct database *d)
{
    struct database_point *more = realloc(d->point, (d->n + 1) * sizeof *more);

    if (more == NULL)
        return false;
    d->point = more;
    memset(&d->point[d->n], 0, sizeof *more);
    return true;
}

/* Takes S over where the log has timed its kernel; else frees it. */
static void take_kernel(struct database *d, struct signature *s, const struct kernels *k,
                        double a_tick)
{
    struct kernel_words w;

    read_words(&w, s->arguments);
    double ticks = ticks_of(k, &w);
    if (ticks <= 0 || w.laps == 0 || s->n_bursts == 0 || !make_room(d)) {
        d->refused++;
        signature_free(s);
        return;
    }
    struct database_point *p = &d->point[d->n++];
    snprintf(p->family, sizeof p->family, "%s", w.name);
    snprintf(p->name, sizeof p->name, "%s.%s n=%llu", w.name, w.variant, w.n);
    p->signature = *s;
    p->measured = ticks * a_tick * (double)w.laps;
    p->per_instruction = p->measured / fmax(1, (double)s->instructions);
    (void)paper_metrics_of(&p->metrics, s);
}

/* True when the kernels of S are those that the log has timed, as far as both say. */
static bool is_same_build(const struct signature *s, const struct board *b)
{
    const char *text = log_key_text(b->log.run.keys, b->log.run.n_keys, "kernels_crc");

    return text == NULL || s->kernels_crc == 0 || strtoul(text, NULL, 16) == s->kernels_crc;
}

static int check_signature(const struct signature *s, const char *file, const struct board *b)
{
    if (strcmp(b->isa, s->isa) != 0)
        return say(SAY_NOTHING, file, "its kernels are for %s; the board of %s is %s", s->isa,
                   b->file, b->isa);
    if (!is_same_build(s, b))
        return say(SAY_NOTHING, file,
                   "its kernels are of another build (%08X) than those of %s (%s)",
                   (unsigned)s->kernels_crc, b->file,
                   log_key_text(b->log.run.keys, b->log.run.n_keys, "kernels_crc"));
    return 0;
}

/* Returns 0 at the end of FROM; or the exit status, where it could not be read or held nothing. */
static int check_end(const struct database *d, FILE *from, const char *file)
{
    if (ferror(from))
        return say(SAY_USAGE, file, "%s", strerror(errno));
    if (d->n + d->refused == 0)
        return say(SAY_NOTHING, file, "holds no kernel's signature (profile --kernels makes them)");
    return 0;
}

static int read_all(struct database *d, FILE *from, const char *file, const struct board *b,
                    const struct kernels *k)
{
    struct signature s;
    char message[1000];
    int status = 0;

    for (;;) {
        enum signature_state state = signature_read_next(&s, from, message, sizeof message);
        if (state == SIGNATURE_END)
            return check_end(d, from, file);
        if (state == SIGNATURE_REFUSED)
            return say(d->n > 0 ? 0 : SAY_NOTHING, file, "%s", message);
        if (state == SIGNATURE_PARTS)
            say(0, file, "%s", message);
        status = check_signature(&s, file, b);
        if (status != 0) {
            signature_free(&s);
            return status;
        }
        take_kernel(d, &s, k, cycles_a_tick(b));
    }
}

int database_read(struct database *d, FILE *from, const char *named, const struct board *b)
{
    struct kernels kernels;

    *d = (struct database){ 0 };
    int status = kernels_read(&kernels, &b->log.run, "kernels", METHOD_ROBUST) == 0
                     ? read_all(d, from, named, b, &kernels)
                     : say(SAY_NOTHING, named, "out of memory");
    kernels_free(&kernels);
    return status;
}

void database_free(struct database *d)
{
    for (size_t i = 0; i < d->n; i++)
        signature_free(&d->point[i].signature);
    free(d->point);
    *d = (struct database){ 0 };
}

/* ---- The metrics of a signature ---- */

bool paper_metrics_of(struct paper_metrics *m, const struct signature *s)
{
    const struct signature_kernel *most = NULL;

    for (uint32_t i = 0; i < s->n_kernels; i++)
        if (most == NULL || s->kernels[i].executed > most->executed)
            most = &s->kernels[i];
    if (most != NULL)
        *m = (struct paper_metrics){ most->stability, most->parallel, most->reuse_bytes,
                                     (double)most->volume_bytes };
    return most != NULL;
}
