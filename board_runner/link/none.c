/* A link that leads nowhere. */
#include "link.h"
#include <stddef.h>

static void nothing(struct link *link)
{
    (void)link;
}

static bool always(struct link *link)
{
    (void)link;
    return true;
}

static const char *no_text(struct link *link)
{
    (void)link;
    return NULL;
}

void link_none(struct link *link)
{
    static const struct link_kind none = {
        true, nothing, nothing, always, no_text, no_text, nothing
    };

    *link = (struct link){ .kind = &none, .stream_fd = -1, .messages_fd = -1, .input_fd = -1 };
}
