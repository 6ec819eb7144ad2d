// One evaluation of a Verilated model without the loops of its eval().
#pragma once

#include "verilated.h"

/// Defines evaluate_top(Top&), for any evaluation but the first. With FAIRLEAD_STRAIGHT it calls the functions that
/// Verilator 5.006 generates: first the inputs, then the edges of the clock pins, each once. After each of these two
/// steps eval() would check again whether a clock has risen; here all clocks are pins, so none can. The work of
/// eval_step() that only assertions or waveforms need is omitted.
/// Defines settle_top(Top&), which evaluates all logic that depends on registers within a cycle, after a register has
/// been changed from outside.
#define FAIRLEAD_SETTLE(Top)                              \
    void Top##___024root___eval_settle(Top##___024root*); \
    inline void settle_top(Top& top) { Top##___024root___eval_settle(top.rootp); }

#if defined(FAIRLEAD_STRAIGHT) && VERILATOR_VERSION_INTEGER == 5006000
#define FAIRLEAD_EVALUATE(Top)                                   \
    void Top##___024root___eval_ico(Top##___024root*);           \
    void Top##___024root___eval_triggers__act(Top##___024root*); \
    void Top##___024root___eval_nba(Top##___024root*);           \
    inline void evaluate_top(Top& top) {                         \
        Top##___024root& root = *top.rootp;                      \
        root.__VicoTriggered.at(0) = true;                       \
        Top##___024root___eval_ico(&root);                       \
        Top##___024root___eval_triggers__act(&root);             \
        root.__VnbaTriggered = root.__VactTriggered;             \
        Top##___024root___eval_nba(&root);                       \
    }
#else
#define FAIRLEAD_EVALUATE(Top) \
    inline void evaluate_top(Top& top) { top.eval_step(); }
#endif
