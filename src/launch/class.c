// The class of a chip: a row of the table of classes by what the chip has.
#include "hw/target.h"
#include "launch/stream/class.h"

const struct launch_class *launch_class_of(const struct kiln_devinfo *chip)
{
    return kiln_target_has_compute_walker(kiln_target_of(chip)) ? &launch_class_compute : &launch_class_media;
}
