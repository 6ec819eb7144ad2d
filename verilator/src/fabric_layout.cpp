// SPDX-License-Identifier: Apache-2.0
// The fabric's records are those of the manifest. Compiled, never run.
#include <cstddef>

#include "fabric_records.h"
#include "hw_layout.h"

namespace fairlead {

static_assert(sizeof(Event) == sizeof(hw::EventRecord));
static_assert(offsetof(Event, node) == offsetof(hw::EventRecord, node));
static_assert(offsetof(Event, unit) == offsetof(hw::EventRecord, unit));
static_assert(offsetof(Event, kind) == offsetof(hw::EventRecord, kind));
static_assert(offsetof(Event, seq) == offsetof(hw::EventRecord, sequence));
static_assert(offsetof(Event, a) == offsetof(hw::EventRecord, a));
static_assert(offsetof(Event, c) == offsetof(hw::EventRecord, c));

static_assert(sizeof(Command) == sizeof(hw::CommandRecord));
static_assert(offsetof(Command, node) == offsetof(hw::CommandRecord, node));
static_assert(offsetof(Command, task) == offsetof(hw::CommandRecord, task));
static_assert(offsetof(Command, op) == offsetof(hw::CommandRecord, op));
static_assert(offsetof(Command, w) == offsetof(hw::CommandRecord, w0));
static_assert(offsetof(Command, seq) == offsetof(hw::CommandRecord, sequence));

}  // namespace fairlead
