# The boot EEPROM reads start4.elf from the first FAT partition.
set(CARD_NEEDS start4.elf fixup4.dat overlays/disable-bt.dtbo)
set(CARD_NEEDS_FROM "Raspberry Pi's firmware, from a card of Raspberry Pi OS or Debian's raspi-firmware: -DPONTOON_SD_FILES=FOLDER")
