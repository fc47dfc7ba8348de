/* A machine file with some keys set otherwise, so that one file serves for many conditions. */
#define _GNU_SOURCE
#include "variant.h"
#include <errno.h>
#include <stdio.h>
#include <string.h>

static int copy_text(char *to, size_t room, const char *text, size_t n)
{
    if (n == 0 || n >= room)
        return -1;
    memcpy(to, text, n);
    to[n] = 0;
    return 0;
}

int variant_set(struct variant *variant, const char *section, const char *key, const char *value)
{
    size_t i = 0;

    while (i < variant->n_keys && (strcmp(variant->keys[i].section, section) != 0 ||
                                   strcmp(variant->keys[i].key, key) != 0))
        i++;
    struct variant_key *k = &variant->keys[i];
    if (i == VARIANT_KEYS ||
        copy_text(k->section, sizeof k->section, section, strlen(section)) != 0 ||
        copy_text(k->key, sizeof k->key, key, strlen(key)) != 0 ||
        copy_text(k->value, sizeof k->value, value, strlen(value)) != 0)
        return -1;
    variant->n_keys += i == variant->n_keys;
    return 0;
}

int variant_set_list(struct variant *variant, const char *section, const char *spec)
{
    while (*spec) {
        char key[16], value[40];
        size_t n = strcspn(spec, ","), n_key = strcspn(spec, "=,");

        if (n_key >= n || copy_text(key, sizeof key, spec, n_key) != 0 ||
            copy_text(value, sizeof value, spec + n_key + 1, n - n_key - 1) != 0 ||
            variant_set(variant, section, key, value) != 0)
            return -1;
        spec += n + (spec[n] == ',');
    }
    return 0;
}

int variant_set_noise(struct variant *variant, unsigned long long mhz, unsigned long long seed)
{
    char text[128];

    snprintf(text, sizeof text,
             "seed=%llu,interrupt=1000,cost=%llu,pollution=50,outliers=0.05,jitter=0.01,drift=0.02,"
             "resolution=20",
             seed, 5 * mhz);
    return variant_set_list(variant, "noise", text);
}

/* Copies the line at TEXT into LINE, without comment and blanks. */
static void bare(char *line, size_t room, const char *text)
{
    size_t n = 0;

    for (; *text && *text != '#' && *text != '\n' && n + 1 < room; text++)
        if (*text != ' ' && *text != '\t' && *text != '\r')
            line[n++] = *text;
    line[n] = 0;
}

/* Returns true when the bare LINE begins [SECTION]. */
static bool begins(const char *line, const char *section)
{
    size_t n = strlen(section);

    return line[0] == '[' && strncmp(line + 1, section, n) == 0 && strcmp(line + 1 + n, "]") == 0;
}

/* Writes the keys of [SECTION] once; WRITTEN remembers which. */
static void write_keys(const struct variant *v, const char *section, bool written[VARIANT_KEYS],
                       FILE *out)
{
    for (size_t i = 0; i < v->n_keys; i++)
        if (!written[i] && strcmp(v->keys[i].section, section) == 0) {
            fprintf(out, "%s = %s\n", v->keys[i].key, v->keys[i].value);
            written[i] = true;
        }
}

static bool replaced(const struct variant *v, const char *section, const char *line)
{
    for (size_t i = 0; i < v->n_keys; i++) {
        size_t n = strlen(v->keys[i].key);
        if (strcmp(v->keys[i].section, section) == 0 && strncmp(line, v->keys[i].key, n) == 0 &&
            line[n] == '=')
            return true;
    }
    return false;
}

/* Returns the section of VARIANT that the bare LINE begins; "" when it begins another. */
static const char *section_begun(const struct variant *v, const char *line)
{
    for (size_t i = 0; i < v->n_keys; i++)
        if (begins(line, v->keys[i].section))
            return v->keys[i].section;
    return "";
}

static void copy_lines(const struct variant *v, FILE *in, FILE *out)
{
    char text[1024], line[sizeof text];
    const char *section = "";
    bool written[VARIANT_KEYS] = { false };

    while (fgets(text, sizeof text, in)) {
        bare(line, sizeof line, text);
        if (replaced(v, section, line))
            continue;
        fputs(text, out);
        if (!strchr(text, '\n'))
            fputc('\n', out);
        if (line[0] == '[') {
            section = section_begun(v, line);
            write_keys(v, section, written, out);
        }
    }
    for (size_t i = 0; i < v->n_keys; i++)
        if (!written[i]) {
            fprintf(out, "\n[%s]\n", v->keys[i].section);
            write_keys(v, v->keys[i].section, written, out);
        }
}

bool variant_changes(const struct variant *variant)
{
    return variant->noisy || variant->n_keys > 0;
}

/* VARIANT with its noise as keys, which its own keys may change. */
static int spelled_out(const struct variant *variant, unsigned long long mhz, struct variant *all)
{
    *all = (struct variant){ 0 };
    if (variant->noisy && variant_set_noise(all, mhz, variant->noise_seed) != 0)
        return -1;
    for (size_t i = 0; i < variant->n_keys; i++)
        if (variant_set(all, variant->keys[i].section, variant->keys[i].key,
                        variant->keys[i].value) != 0)
            return -1;
    return 0;
}

int variant_write(const struct variant *variant, unsigned long long mhz, const char *from,
                  const char *to)
{
    struct variant all;
    FILE *in = fopen(from, "re"), *out = in ? fopen(to, "we") : NULL;
    bool bad = !in || !out;

    if (!bad && spelled_out(variant, mhz, &all) != 0) {
        errno = E2BIG;
        bad = true;
    }
    if (!bad)
        copy_lines(&all, in, out);
    int why = errno;
    if (in) {
        bad |= ferror(in) != 0;
        fclose(in);
    }
    if (out && (ferror(out) != 0 || fclose(out) != 0)) {
        why = errno;
        bad = true;
    }
    errno = why;
    return bad ? -1 : 0;
}
