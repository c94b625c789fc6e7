/** A version's own fields, under their wire names, as a submission gives them and the store keeps them. */
export type Fields = Readonly<Record<string, unknown>>;

export function isRecord(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** A draft begins with empty strings: an empty text is none. */
export function textOf(fields: Fields, name: string): string | undefined {
  const value = fields[name];
  return typeof value === "string" && value !== "" ? value : undefined;
}

export function listOf(fields: Fields, name: string): readonly unknown[] {
  const value = fields[name];
  return Array.isArray(value) ? value : [];
}

export function recordsOf(fields: Fields, name: string): readonly Fields[] {
  return listOf(fields, name).map((entry) => (isRecord(entry) ? entry : {}));
}

export function textsOf(fields: Fields, name: string): readonly string[] {
  return listOf(fields, name).map((entry) => (typeof entry === "string" ? entry : ""));
}

export function recordOf(fields: Fields, name: string): Fields {
  const value = fields[name];
  return isRecord(value) ? value : {};
}

/** One version of an item of the registry, as it is installed. */
export interface VersionOfItem {
  readonly id: string;
  readonly slug: string;
  readonly name: string;
  readonly version: string;
  readonly description: string;
  readonly fields: Fields;
}
