// Checks at compile time that the fabric's records equal those of the manifest. This file has no code to run.
#include <cstddef>

#include "fabric_records.h"
#include "hw_layout.h"

namespace fairlead {

static_assert(sizeof(Command) == sizeof(hw::CommandRecord));
static_assert(offsetof(Command, node) == offsetof(hw::CommandRecord, node));
static_assert(offsetof(Command, task) == offsetof(hw::CommandRecord, task));
static_assert(offsetof(Command, op) == offsetof(hw::CommandRecord, op));
static_assert(offsetof(Command, w) == offsetof(hw::CommandRecord, w0));
static_assert(offsetof(Command, seq) == offsetof(hw::CommandRecord, sequence));

}  // namespace fairlead
