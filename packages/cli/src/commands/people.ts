const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

export type PersonReference = { readonly email: string } | { readonly user_id: string } | { readonly username: string };

export const isUuid = (text: string): boolean => UUID.test(text);

/** Builds the API's reference to a user from an email, an ID or a username. */
export function referenceTo(person: string): PersonReference {
  if (person.includes("@")) return { email: person };
  return isUuid(person) ? { user_id: person } : { username: person };
}
