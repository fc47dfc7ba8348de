# What CPack reads in a build with PONTOON_NATIVE=ON.
message(FATAL_ERROR "this build uses what its own processor offers: configure with -DPONTOON_NATIVE=OFF")
