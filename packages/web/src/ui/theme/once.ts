/** Created on first use: browsers take tens of milliseconds to create an internationalization object. */
export function once<T>(make: () => T): () => T {
  let made: { readonly it: T } | undefined;
  return () => (made ??= { it: make() }).it;
}
