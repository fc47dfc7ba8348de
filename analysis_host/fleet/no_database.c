/* Stands in for the database where libsqlite3 or libcrypto was not found. */
#include "database.h"
#include "report/output/visible.h"

enum fleet_database_status fleet_database_use(const struct fleet_database_use *use,
                                              struct fleet *fleet, FILE *err)
{
    (void)fleet;
    output_say(err, use->file,
               "this analyze was built without libsqlite3 or libcrypto: there is no --db");
    return STORE_UNUSABLE;
}
