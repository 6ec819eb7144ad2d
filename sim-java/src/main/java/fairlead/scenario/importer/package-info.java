// SPDX-License-Identifier: Apache-2.0
/** Makes scenarios of the files of other tools. */
package fairlead.scenario.importer;
