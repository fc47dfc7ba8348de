/* Sentences about the documented core that answers resemble. */
#ifndef TEXT_LIKE_H
#define TEXT_LIKE_H

#include "like/like.h"
#include "report/format/line.h"

/* Adds "answers resemble Zen 3 (21 of 22); next Zen 2 (19 of 22)", or why no core is named. */
void like_sentence(struct format_line *line, const struct likeness *like);
/* Adds what differs from the first core, "L2 TLB entries 2048, documented 1536", MOST answers at
 * most; nothing where nothing does. */
void like_differences(struct format_line *line, const struct likeness *like, size_t most);

#endif
