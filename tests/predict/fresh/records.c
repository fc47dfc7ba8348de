/* A file of records of fixed length: written, changed here and there, read once more and reduced.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct record {
    uint32_t number, balance, changes, check;
    char name[48];
};

static uint32_t draw(uint32_t below)
{
    static uint32_t state = 31;

    state = state * 1664525 + 1013904223;
    return (uint32_t)((uint64_t)state * below >> 32);
}

static uint32_t check_of(const struct record *r)
{
    uint32_t sum = r->number * 31 + r->balance * 17 + r->changes;

    for (size_t i = 0; i < sizeof r->name; i++)
        sum = (sum << 5 | sum >> 27) ^ (unsigned char)r->name[i];
    return sum;
}

static int write_all(FILE *f, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++) {
        struct record r = { .number = i, .balance = 1000 + draw(9000) };

        snprintf(r.name, sizeof r.name, "account %u of %c%c", i, 'A' + draw(26), 'A' + draw(26));
        r.check = check_of(&r);
        if (fwrite(&r, sizeof r, 1, f) != 1)
            return 0;
    }
    return 1;
}

static int read_at(FILE *f, uint32_t i, struct record *r)
{
    return fseek(f, (long)(i * sizeof *r), SEEK_SET) == 0 && fread(r, sizeof *r, 1, f) == 1 &&
           r->check == check_of(r);
}

static int write_at(FILE *f, uint32_t i, struct record *r)
{
    r->changes++;
    r->check = check_of(r);
    return fseek(f, (long)(i * sizeof *r), SEEK_SET) == 0 && fwrite(r, sizeof *r, 1, f) == 1;
}

/* Some of what one account has goes to another. */
static int transfer(FILE *f, uint32_t n)
{
    struct record from, to;
    uint32_t a = draw(n), b = (a + 1 + draw(n - 1)) % n, sum;

    if (!read_at(f, a, &from) || !read_at(f, b, &to))
        return 0;
    sum = from.balance / 3;
    from.balance -= sum;
    to.balance += sum;
    return write_at(f, a, &from) && write_at(f, b, &to);
}

int main(int argc, char **argv)
{
    uint32_t n = 4000, transfers = argc > 1 ? (uint32_t)atoi(argv[1]) : 500, most = 0;
    uint64_t total = 0;
    struct record r;
    FILE *f = tmpfile();

    if (f == NULL || !write_all(f, n))
        return 1;
    for (uint32_t i = 0; i < transfers; i++)
        if (!transfer(f, n))
            return 1;
    rewind(f);
    while (fread(&r, sizeof r, 1, f) == 1) {
        total += r.balance;
        most = r.changes > most ? r.changes : most;
    }
    fclose(f);
    printf("%llu in all, changed %u times at most\n", (unsigned long long)total, most);
    return 0;
}
