// SPDX-License-Identifier: Apache-2.0
/**
 * Measurements that run a program several times: the OSU loops and the costs of collectives.
 */
package fairlead.measure;
