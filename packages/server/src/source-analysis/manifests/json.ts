export type Json = Readonly<Record<string, unknown>>;

export const asObject = (value: unknown): Json =>
  typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Json) : {};

export const asList = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

export const asText = (value: unknown): string => (typeof value === "string" ? value.trim() : "");

/** An empty object where it cannot be read: a manifest that is broken says nothing. */
export function parseJson(text: string): Json {
  try {
    return asObject(JSON.parse(text));
  } catch {
    return {};
  }
}
