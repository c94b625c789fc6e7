import { Type, type Static } from "typebox";
import { moment, nullable, uuid } from "./fields.js";

const lockedComponent = {
  type: Type.String(),
  id: uuid,
  qualified_name: Type.String(),
  version: Type.String(),
  version_id: uuid,
  digest: Type.String(),
};
export const LockedComponent = Type.Object(lockedComponent);
export type LockedComponent = Static<typeof LockedComponent>;

const LOCK_STATUSES = ["locked", "partial", "unlocked"] as const;

export const LockProblem = Type.Object({
  type: Type.String(),
  id: Type.String(),
  qualified_name: nullable(Type.String()),
  expected: nullable(Type.Object({ version: nullable(Type.String()), digest: nullable(Type.String()) })),
  actual: nullable(Type.Object({ version: nullable(Type.String()), digest: nullable(Type.String()) })),
  reason: Type.String(),
});
export type LockProblem = Static<typeof LockProblem>;

/** The pins of one agent version. The same lock always yields the same bytes. */
export const LockDocument = Type.Object(
  {
    lock_version: Type.Literal(1),
    digest_alg: Type.Literal("sha256"),
    agent: Type.Object({ id: uuid, qualified_name: Type.String(), version: Type.String(), version_id: uuid }),
    status: Type.Enum([...LOCK_STATUSES]),
    components: Type.Array(LockedComponent),
    external_mcps: Type.Array(Type.Object({ name: Type.String(), digest: Type.String() })),
    digest: Type.String(),
    locked_at: moment,
  },
  { $id: "LockDocument" },
);
export type LockDocument = Static<typeof LockDocument>;

/** What an install says about the pins that it followed. */
export const InstallLock = Type.Object({
  status: Type.Enum([...LOCK_STATUSES]),
  digest: Type.String(),
  components: Type.Array(
    Type.Object({ ...lockedComponent, source: Type.Enum(["lock", "version", "fallback-latest"]) }),
  ),
  problems: Type.Array(LockProblem),
});
export type InstallLock = Static<typeof InstallLock>;
