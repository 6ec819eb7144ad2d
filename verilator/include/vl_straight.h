// SPDX-License-Identifier: Apache-2.0
// One evaluation of a Verilated model without the loops of its eval().
#pragma once

/// Declares what Verilator 5.006 generates for `Top`, and with it eval_straight(Top&): inputs, then the edges of its
/// clock pins, each once. eval() looks again after each of the two whether a clock has risen by it; here clocks are
/// pins. Nothing of eval_step() is done that assertions, waveforms or the first evaluation need.
#define FAIRLEAD_EVAL_STRAIGHT(Top)                              \
    void Top##___024root___eval_ico(Top##___024root*);           \
    void Top##___024root___eval_triggers__act(Top##___024root*); \
    void Top##___024root___eval_nba(Top##___024root*);           \
    inline void eval_straight(Top& top) {                        \
        Top##___024root& root = *top.rootp;                      \
        root.__VicoTriggered.at(0) = true;                       \
        Top##___024root___eval_ico(&root);                       \
        Top##___024root___eval_triggers__act(&root);             \
        root.__VnbaTriggered = root.__VactTriggered;             \
        Top##___024root___eval_nba(&root);                       \
    }
