import type { CallContext } from "../platform/http/index.js";
import type { Tx } from "../platform/relational/tx.js";
import { ServiceError } from "../platform/service-error.js";
import type { Resealed } from "../settings/index.js";

export interface RotateSealingKeyDeps {
  /** One for each module that stores sealed secrets. */
  readonly resealers: readonly ((tx: Tx) => Promise<Resealed>)[];
}

/** All or nothing: an old key that some secret still needs must not look dispensable. */
export async function rotateSealingKey(
  { resealers }: RotateSealingKeyDeps,
  { call }: CallContext,
): Promise<Pick<Resealed, "resealed">> {
  const resealed = await call.act(async (tx) => {
    const results: Resealed[] = [];
    for (const reseal of resealers) results.push(await reseal(tx));
    refuseUnreadable(results.flatMap(({ unreadable }) => unreadable));
    const sum = results.reduce((before, each) => before + each.resealed, 0);
    call.describeForAudit({ detail: { resealed: sum } });
    return sum;
  });
  return { resealed };
}

function refuseUnreadable(secrets: readonly string[]): void {
  if (secrets.length === 0) return;
  throw new ServiceError(
    "invalid_state",
    `The server has no key that decrypts ${secrets.join(", ")}. Restart it with the key they were encrypted with as OLD_SECRET_KEY, or set or delete them, and retry. Nothing was changed.`,
  );
}
