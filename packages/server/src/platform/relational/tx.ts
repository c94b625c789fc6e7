declare const opaque: unique symbol;

/** A transaction in progress. Whoever holds one can pass it to several stores, but only a store can run SQL on it. */
export interface Tx {
  readonly [opaque]: "Tx";
}
