/* Where an emulator begins to watch kernels, and where it ends. */
#ifndef KERNEL_WATCH_MARKS_H
#define KERNEL_WATCH_MARKS_H

/* Do nothing: an emulator finds them by their names, and watches what runs between them. */
void kernel_watch_begins(void);
void kernel_watch_ends(void);

#endif
