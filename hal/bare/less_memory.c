/* Notes that there is less memory than the board's files say. */
#include "bare.h"

void bare_note_less_memory(uintptr_t end, uintptr_t told)
{
    static struct bare_text t;

    bare_text_add(&t, "memory: to ");
    bare_text_hex(&t, end);
    bare_text_add(&t, ", by the board's files, which say ");
    bare_text_hex(&t, told);
    bare_text_add(&t, ": nothing keeps what is written there");
    bare_note(t.text);
}
