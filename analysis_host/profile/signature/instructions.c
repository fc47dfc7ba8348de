/* Forms of instructions, and addresses: most begin where the one before ends. */
#include "instructions.h"
#include "section.h"
#include <stdlib.h>
#include <string.h>

/* An instruction by its form. */
struct formed {
    struct signature_instruction form; /* its address is 0 */
    uint32_t number;                   /* in code[] */
};

/* Members of a form are bytes: there is no padding between them. */
static int by_form(const void *a, const void *b)
{
    return memcmp(&((const struct formed *)a)->form, &((const struct formed *)b)->form,
                  offsetof(struct signature_instruction, writes) + SIGNATURE_REGISTERS);
}

/* Sorts the N rows of FORMED, and makes FORMS of them; FORM_OF is set for each. Returns how many.
 */
static uint32_t make_forms(struct formed *formed, uint32_t n, struct signature_instruction *forms,
                           uint32_t *form_of)
{
    uint32_t k = 0;

    qsort(formed, n, sizeof *formed, by_form);
    for (uint32_t i = 0; i < n; i++) {
        if (i == 0 || by_form(&formed[i - 1], &formed[i]) != 0)
            forms[k++] = formed[i].form;
        form_of[formed[i].number] = k - 1;
    }
    return k;
}

static void put_all(struct buffer *b, const struct signature *s,
                    const struct signature_instruction *forms, uint32_t n_forms,
                    const uint32_t *form_of)
{
    uint64_t end = 0;

    put_number(b, n_forms);
    columns_put(b, signature_form_columns, (const char *)forms, sizeof *forms, n_forms);
    for (uint32_t i = 0; i < s->n_code; i++)
        put_number(b, form_of[i]);
    for (uint32_t i = 0; i < s->n_code; i++) {
        put_signed(b, s->code[i].address - end);
        end = s->code[i].address + s->code[i].length;
    }
}

void instructions_put(struct buffer *b, const struct signature *s)
{
    size_t n = s->n_code + (size_t)1;
    struct formed *formed = calloc(n, sizeof *formed);
    struct signature_instruction *forms = calloc(n, sizeof *forms);
    uint32_t *form_of = calloc(n, sizeof *form_of);

    if (formed && forms && form_of) {
        for (uint32_t i = 0; i < s->n_code; i++) {
            formed[i] = (struct formed){ s->code[i], i };
            formed[i].form.address = 0;
        }
        put_all(b, s, forms, make_forms(formed, s->n_code, forms, form_of), form_of);
    } else {
        b->failed = true;
    }
    free(formed);
    free(forms);
    free(form_of);
}

static void get_all(struct cursor *c, struct signature *s,
                    const struct signature_instruction *forms, uint32_t n_forms)
{
    uint64_t end = 0;

    for (uint32_t i = 0; !c->bad && i < s->n_code; i++) {
        uint64_t form = get_number(c);
        c->bad |= form >= n_forms;
        s->code[i] = forms[c->bad ? 0 : form];
    }
    for (uint32_t i = 0; !c->bad && i < s->n_code; i++) {
        s->code[i].address = end + get_signed(c);
        end = s->code[i].address + s->code[i].length;
    }
}

void instructions_get(struct cursor *c, struct signature *s)
{
    uint32_t n = (uint32_t)get_at_most(c, s->n_code);
    struct signature_instruction *forms = calloc(n + (size_t)1, sizeof *forms);

    if (!forms) {
        c->bad = true;
        return;
    }
    columns_get(c, signature_form_columns, (char *)forms, sizeof *forms, n);
    if (!c->bad)
        get_all(c, s, forms, n);
    free(forms);
}
