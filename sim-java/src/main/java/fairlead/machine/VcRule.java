// SPDX-License-Identifier: Apache-2.0
package fairlead.machine;

/**
 * The rule by which a packet selects one of the two escape VCs of its class on a ring; the ordinal is the value of
 * configuration register VC_RULE.
 */
public enum VcRule {
    DATELINE,
    STATIC
}
