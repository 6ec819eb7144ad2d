// SPDX-License-Identifier: Apache-2.0
/**
 * The state of Java objects as bytes: everything that is reachable from one object, field by field, and back into
 * objects that were built in the same way (docs/use/checkpoint.md).
 */
package fairlead.engine.state;
