/* What boards state of themselves: targets/BOARD/facts, which the build keeps in the program. */
#ifndef AUDIT_FACTS_H
#define AUDIT_FACTS_H

struct audit_facts {
    const char *board; /* its folder under targets, the key target of its logs */
    const char *text;  /* lines ID = VALUE, as audit_claims_of_file() reads them */
};

/* By board; ends with a board of NULL. */
extern const struct audit_facts audit_facts[];

#endif
