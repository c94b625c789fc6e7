/** From least to most: each role may do everything that the ones before it may. */
export const ROLES = ["user", "reviewer", "admin", "super_admin"] as const;
export type Role = (typeof ROLES)[number];

/** `anyone`: credentials are not looked at. `optional`: none means anonymous, bad ones are refused. */
export type Access = "anyone" | "optional" | Role;

export function roleSuffices(role: Role, needed: Role): boolean {
  return ROLES.indexOf(role) >= ROLES.indexOf(needed);
}

/** The roles that may do what a role may. */
export function rolesFrom(needed: Role): Role[] {
  return ROLES.filter((role) => roleSuffices(role, needed));
}
