/** Makes it when it is first needed: what knows a language takes a browser tens of milliseconds to make. */
export function once<T>(make: () => T): () => T {
  let made: { readonly it: T } | undefined;
  return () => (made ??= { it: make() }).it;
}
