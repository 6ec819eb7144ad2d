// SPDX-License-Identifier: Apache-2.0
package fairlead.engine.api;

/** How a packet picks one of the two VCs of its class on a ring; the ordinal is the value of configuration register VC_RULE. */
public enum VcRule {
    DATELINE,
    STATIC
}
