import { notify } from "../inbox/index.js";
import { newId } from "../platform/ids.js";
import type { Tx } from "../platform/relational/tx.js";
import { qualifiedName, returnToAuthors } from "../registry/index.js";
import { insertComment } from "./comment-store.js";
import { authorsPath } from "./tell-about-comment.js";
import { authorsWhoSee } from "./tell-authors.js";

interface ChangeRequest {
  readonly message: string;
  /** Of what the reviewer has read. */
  readonly digest: string;
  readonly at: Date;
}

/** Keeps the request among the comments, where it stays readable after the authors have answered it. */
export async function keepChangeRequest(
  tx: Tx,
  decision: Parameters<typeof returnToAuthors>[1],
  { message, digest, at }: ChangeRequest,
): Promise<void> {
  const { item, version, by } = decision;
  await returnToAuthors(tx, decision, at);
  await insertComment(tx, {
    id: newId(),
    item_id: item.id,
    version_id: version.id,
    kind: "changes_requested",
    reply_to: null,
    version: version.version,
    digest,
    file: null,
    line: null,
    line_text: null,
    text: message,
    author_id: by,
  });
  await notify(tx, {
    userIds: (await authorsWhoSee(tx, item)).filter((id) => id !== by),
    kind: "submission.changes_requested",
    title: `Changes to ${qualifiedName(item)} ${version.version} were requested`,
    text: message,
    path: authorsPath(item),
    dedupeKey: `submission:${newId()}`,
  });
}
