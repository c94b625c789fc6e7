import { sql, type Generated } from "kysely";
import { queries, type Db, type Tx } from "../../platform/relational/index.js";

interface Tables {
  device_authorization: {
    device_code_hash: Buffer;
    user_code: string;
    client_id: string | null;
    user_id: string | null;
    password_set_by: string | null;
    is_denied: Generated<boolean>;
    expires_at: Date;
    used_at: Date | null;
  };
}

export const DEVICE_LIFETIME_SECONDS = 600;

/** False when the user code is in use, which is rare but possible. */
export async function insertDevice(
  db: Db,
  device: { readonly device_code_hash: Buffer; readonly user_code: string; readonly client_id: string | null },
): Promise<boolean> {
  const done = await queries<Tables>(db)
    .insertInto("device_authorization")
    .values({
      ...device,
      user_id: null,
      password_set_by: null,
      used_at: null,
      expires_at: sql<Date>`now() + make_interval(secs => ${DEVICE_LIFETIME_SECONDS})`,
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return done.numInsertedOrUpdatedRows === 1n;
}

export type DeviceState =
  | { readonly kind: "unknown" }
  | { readonly kind: "pending" }
  | {
      /** Denied: every sign-in of the user was ended after they had confirmed. */
      readonly kind: "confirmed" | "denied";
      readonly userId: string;
      /** As it was for the sign-in that confirmed. */
      readonly passwordSetBy: string | null;
    };

export async function findDevice(db: Db, deviceCodeHash: Buffer): Promise<DeviceState> {
  const found = await queries<Tables>(db)
    .selectFrom("device_authorization")
    .select(["user_id", "password_set_by", "is_denied"])
    .where("device_code_hash", "=", deviceCodeHash)
    .where("used_at", "is", null)
    .where("expires_at", ">", sql<Date>`now()`)
    .executeTakeFirst();
  if (!found) return { kind: "unknown" };
  if (found.user_id === null) return { kind: "pending" };
  const kind = found.is_denied ? "denied" : "confirmed";
  return { kind, userId: found.user_id, passwordSetBy: found.password_set_by };
}

/** False when another poll has got the tokens. */
export async function useDevice(tx: Tx, deviceCodeHash: Buffer): Promise<boolean> {
  const done = await queries<Tables>(tx)
    .updateTable("device_authorization")
    .set({ used_at: sql`now()` })
    .where("device_code_hash", "=", deviceCodeHash)
    .where("used_at", "is", null)
    .where("is_denied", "=", false)
    .executeTakeFirst();
  return done.numUpdatedRows === 1n;
}

export async function confirmDeviceFor(
  tx: Tx,
  userCode: string,
  by: { readonly userId: string; readonly passwordSetBy: string | null },
): Promise<"confirmed" | "used" | "unknown"> {
  const done = await queries<Tables>(tx)
    .updateTable("device_authorization")
    .set({ user_id: by.userId, password_set_by: by.passwordSetBy })
    .where("user_code", "=", userCode)
    .where("user_id", "is", null)
    .where("expires_at", ">", sql<Date>`now()`)
    .executeTakeFirst();
  if (done.numUpdatedRows === 1n) return "confirmed";
  const found = await queries<Tables>(tx)
    .selectFrom("device_authorization")
    .select("user_id")
    .where("user_code", "=", userCode)
    .where("expires_at", ">", sql<Date>`now()`)
    .executeTakeFirst();
  return found ? "used" : "unknown";
}

export async function deleteExpiredDevices(db: Db): Promise<void> {
  await queries<Tables>(db)
    .deleteFrom("device_authorization")
    .where("expires_at", "<", sql<Date>`now()`)
    .execute();
}
