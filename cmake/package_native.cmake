# Refuses to package a build with PONTOON_NATIVE=ON; CPack reads this file there.
message(FATAL_ERROR "this build uses what its own processor offers: configure with -DPONTOON_NATIVE=OFF")
