// SPDX-License-Identifier: Apache-2.0
#include "vl_hooks.h"

#include <cstdarg>
#include <cstdio>
#include <cstring>

#include "verilated.h"

namespace fairlead {

RtlFailure& rtl_failure() {
    thread_local RtlFailure failure{};
    return failure;
}

void RtlFailure::clear() {
    failed = false;
    text[0] = '\0';
    all[0] = '\0';
    more = false;
}

/// Appends the message of an assertion to the earlier ones.
static void keep(RtlFailure& failure, const char* message) {
    if (std::strstr(message, "Assertion failed: ") == nullptr) return;
    const size_t used = std::strlen(failure.all);
    const size_t wanted = std::strlen(message) + 1;
    if (used + wanted >= sizeof failure.all) {
        failure.more = true;
        return;
    }
    std::snprintf(failure.all + used, sizeof failure.all - used, "%s\n", message);
}

static void fail(const char* file, int line, const char* what) {
    RtlFailure& failure = rtl_failure();
    if (failure.failed) return;
    failure.failed = true;
    if (failure.text[0] == '\0') std::snprintf(failure.text, sizeof failure.text, "%s at %s:%d", what, file, line);
}

}  // namespace fairlead

int fairlead_vl_printf(const char* format, ...) {
    fairlead::RtlFailure& failure = fairlead::rtl_failure();
    char text[sizeof failure.text];
    va_list arguments;
    va_start(arguments, format);
    const int length = std::vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    for (size_t end = std::strlen(text); end > 0 && text[end - 1] == '\n'; --end) text[end - 1] = '\0';
    if (!failure.failed) std::memcpy(failure.text, text, sizeof text);
    fairlead::keep(failure, text);
    return length;
}

void vl_finish(const char* file, int line, const char*) { fairlead::fail(file, line, "$finish"); }

void vl_stop(const char* file, int line, const char*) { fairlead::fail(file, line, "$stop"); }

void vl_fatal(const char* file, int line, const char*, const char* message) { fairlead::fail(file, line, message); }
