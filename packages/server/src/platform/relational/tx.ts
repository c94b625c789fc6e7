declare const opaque: unique symbol;

/** The relational store, or a transaction on it. Any code can pass it to stores, but only a store can run SQL on it. */
export interface Db {
  readonly [opaque]?: "relational";
}

/** A transaction in progress. */
export interface Tx extends Db {
  readonly [opaque]: "relational";
}
