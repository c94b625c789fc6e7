const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

export type PersonReference = { readonly email: string } | { readonly user_id: string } | { readonly username: string };

export const isUuid = (text: string): boolean => UUID.test(text);

/** Whoever is meant by an email, an id or a username, as the API wants to be told. */
export function referenceTo(person: string): PersonReference {
  if (person.includes("@")) return { email: person };
  return isUuid(person) ? { user_id: person } : { username: person };
}
