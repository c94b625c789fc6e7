/** The names of REST as GraphQL writes them: `tool_name` is `toolName`. */
type CamelName<S extends string> = S extends `${infer Head}_${infer Tail}`
  ? `${Head}${Capitalize<CamelName<Tail>>}`
  : S;

export type CamelCased<T> = T extends readonly unknown[]
  ? T
  : T extends object
    ? { [K in keyof T & string as CamelName<K>]: CamelCased<T[K]> }
    : T;

/** Of an answer of ours: members of objects inside it are renamed too, those of lists are values. */
export function camelCased<T extends object>(value: T): CamelCased<T> {
  const members = Object.entries(value).map(([name, member]: [string, unknown]) => [camelName(name), inside(member)]);
  return Object.fromEntries(members) as CamelCased<T>;
}

const inside = (member: unknown): unknown =>
  typeof member === "object" && member !== null && !Array.isArray(member) ? camelCased(member) : member;

export const camelName = (name: string): string =>
  name.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
