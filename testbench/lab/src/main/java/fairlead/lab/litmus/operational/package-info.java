// SPDX-License-Identifier: Apache-2.0
/**
 * A second memory model: an interpreter that runs a litmus test step by step on unordered messages and collects every
 * outcome. It shares no code with fairlead.litmus.model and imports only the syntax tree.
 */
package fairlead.lab.litmus.operational;
