# Names of this processor's events are libpfm4's (Debian: libpfm4-dev), where it is installed; its archive becomes part of
# the image.
option(PONTOON_PFM "Let events= take libpfm4's names of this processor's events, where libpfm4 is installed" ON)
if(PONTOON_IS_HOST AND PONTOON_PFM)
    find_path(PONTOON_PFM_HEADERS perfmon/pfmlib_perf_event.h)
    find_library(PONTOON_PFM_LIBRARY NAMES libpfm.a pfm)
    if(PONTOON_PFM_HEADERS AND PONTOON_PFM_LIBRARY)
        set_property(SOURCE ${CMAKE_CURRENT_LIST_DIR}/perf.c APPEND PROPERTY COMPILE_DEFINITIONS HAS_PFM)
        list(APPEND PORT_LIBS ${PONTOON_PFM_LIBRARY})
    else()
        message(STATUS "no libpfm4 (libpfm4-dev): events= takes perf's names and codes alone")
    endif()
endif()
