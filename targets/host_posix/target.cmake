# The machine that builds: an ordinary POSIX system.
pontoon_target(HAL posix)
