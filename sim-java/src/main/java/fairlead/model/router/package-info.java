// SPDX-License-Identifier: Apache-2.0
/**
 * Twin of the RTL's TorusRouter, of all nodes at once, with the links between them: the same flits in the same cycles.
 *
 * <p>Drivable without any NIC: whoever implements EjectionLinks and calls inject and ejectCredit is the local ports. Spec: docs/spec/torus-router.md, docs/spec/fabric.md
 */
package fairlead.model.router;
