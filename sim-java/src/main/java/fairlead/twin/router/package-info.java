// SPDX-License-Identifier: Apache-2.0
/**
 * The twin of the RTL's TorusRouter, for all nodes at once, with the links between them: the same flits in the same
 * cycles.
 *
 * <p>The package works without a NIC: a caller that implements EjectionLinks and calls inject and ejectCredit acts as
 * the local ports. Spec: docs/spec/torus-router.md, docs/spec/fabric.md.
 */
package fairlead.twin.router;
