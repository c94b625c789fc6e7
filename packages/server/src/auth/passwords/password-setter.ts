import type { Db } from "../../platform/relational/tx.js";
import { findUsers } from "../stores/user-store.js";

/** The admin who set someone's password, as the audit log names them: by email and id, or by id alone once they are gone. */
export async function describeSetter(db: Db, adminId: string): Promise<string> {
  const admin = (await findUsers(db, [adminId])).get(adminId);
  return admin ? `${admin.email} (${admin.id})` : adminId;
}
