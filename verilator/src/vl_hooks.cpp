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
    if (failure.failed) return 0;
    va_list arguments;
    va_start(arguments, format);
    const int length = std::vsnprintf(failure.text, sizeof failure.text, format, arguments);
    va_end(arguments);
    const size_t end = std::strlen(failure.text);
    if (end > 0 && failure.text[end - 1] == '\n') failure.text[end - 1] = '\0';
    return length;
}

void vl_finish(const char* file, int line, const char*) { fairlead::fail(file, line, "$finish"); }

void vl_stop(const char* file, int line, const char*) { fairlead::fail(file, line, "$stop"); }

void vl_fatal(const char* file, int line, const char*, const char* message) { fairlead::fail(file, line, message); }
