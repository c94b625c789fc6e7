/**
 * Compiles equal schemas once per process, however many servers it runs: each server derives the schemas of its routes from the
 * same declarations, and tests start hundreds of servers.
 */
export function compileCache<Compiled>(): (schema: object, compile: () => Compiled) => Compiled {
  const compiled = new Map<string, Compiled>();
  return (schema, compile) => {
    const key = JSON.stringify(schema);
    const known = compiled.get(key) ?? compile();
    compiled.set(key, known);
    return known;
  };
}
