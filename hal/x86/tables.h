/* Segments and exceptions. */
#ifndef X86_TABLES_H
#define X86_TABLES_H

/* Segments and exceptions. */

/* Points every exception at a handler that reports it and ends the run with a status, and
 * X86_WAKE_VECTOR at one that only ends a halt. Call once, before x86_tables_load(). */
void x86_tables_start(void);

/* Makes the calling processor use them. */
void x86_tables_load(void);

#endif
