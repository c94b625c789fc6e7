import { queries, type Relational } from "../platform/relational/index.js";

interface Tables {
  user_account: { id: string };
}

export async function anyUserExists(relational: Relational): Promise<boolean> {
  const found = await queries<Tables>(relational).selectFrom("user_account").select("id").limit(1).executeTakeFirst();
  return found !== undefined;
}
