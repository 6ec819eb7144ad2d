// SPDX-License-Identifier: Apache-2.0
package fairlead.search.evaluate;

/** An engine outside of this module that runs jobs; found as a service on the class path. */
public interface PoolProvider {
    /** What stands before the colon of `--on WORD:WHERE`. */
    String word();

    /**
     * @param where as the engine writes it
     * @param store results are looked for and put there
     */
    Pool open(String where, Store store);
}
