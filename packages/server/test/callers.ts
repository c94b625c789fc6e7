import { createHash } from "node:crypto";
import { ROLES } from "@tackroom/contract";
import type { FastifyRequest } from "fastify";
import type { Identity } from "../src/platform/http/index.js";
import { isUuid } from "../src/platform/ids.js";
import { ServiceError } from "../src/platform/service-error.js";

/** Headers by which `authenticateByKey` knows a caller without an account. */
export const as = (role: Identity["role"], name: string): Record<string, string> => ({
  "x-api-key": `${role} ${name}`,
});

/** A key such as `admin ada` is all that a caller needs; anything else is a wrong one. */
export async function authenticateByKey({ headers }: Pick<FastifyRequest, "headers">): Promise<Identity | null> {
  const key = headers["x-api-key"];
  if (key === undefined) return null;
  const [given, name = ""] = String(key).split(" ");
  const role = ROLES.find((each) => each === given);
  if (!role) throw new ServiceError("unauthenticated", "unknown key");
  return {
    userId: idOf(name),
    email: `${name}@example.com`,
    role,
    credential: { kind: "access", family: "" },
    isActive: true,
    mustChangePassword: false,
    keys: [],
    keyExpiresAt: null,
    passwordSetBy: null,
  };
}

/** The same for the same name, and a valid UUID. */
export function idOf(name: string): string {
  if (isUuid(name)) return name;
  const hex = createHash("sha256").update(name).digest("hex");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
