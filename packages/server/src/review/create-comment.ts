import { startOf } from "@tackroom/contract/shorten";
import { MAX_COMMENTS, type ReviewComment } from "@tackroom/contract";
import type { CallContext } from "../platform/http/index.js";
import { newId } from "../platform/ids.js";
import type { Db, Tx } from "../platform/relational/tx.js";
import { fieldError, ServiceError } from "../platform/service-error.js";
import {
  filesOfVersion,
  findNewest,
  loadViewer,
  lockItem,
  notPending,
  qualifiedName,
  refuse,
  unsafeTextErrors,
  type Item,
  type Viewer,
} from "../registry/index.js";
import { countCommentsOn, findComment, insertComment, type NewComment, type StoredComment } from "./comment-store.js";
import { currentContent, describeComments } from "./describe-comment.js";
import { findReviewed, findReviewedVersion } from "./find-reviewed.js";
import { submissionNotFound } from "./find-submission.js";
import { tellAboutComment } from "./tell-about-comment.js";

export interface CommentBody {
  readonly text: string;
  readonly digest?: string;
  readonly file?: string;
  readonly line?: number;
  readonly reply_to?: string;
}

/** `POST /review/{id}/comments` */
export async function createComment(
  { db }: { readonly db: Db },
  { id, ...body }: CommentBody & { readonly id: string },
  { caller, call }: CallContext,
): Promise<ReviewComment> {
  refuse(unsafeTextErrors({ text: body.text }, "body"));
  const viewer = await loadViewer(db, caller);
  const found = await findReviewed(db, viewer, id);
  call.describeForAudit({ resourceId: found.id, resourceName: qualifiedName(found) });
  const comment = await call.act(async (tx) => {
    // In turn with edits and decisions, so that a comment is about what is there.
    const item = await lockItem(tx, viewer, found.id);
    if (!item) throw submissionNotFound(id);
    const place =
      body.reply_to === undefined ? await newThread(tx, viewer, item, body) : await replyPlace(tx, item, body);
    await refuseIfFull(tx, item, place.version_id);
    const stored = await insertComment(tx, {
      ...place,
      id: newId(),
      item_id: item.id,
      kind: "comment",
      text: body.text,
      author_id: caller.userId,
    });
    call.describeForAudit({ detail: auditDetail(stored) });
    await tellAboutComment(tx, item, stored);
    return stored;
  });
  const version = await findReviewedVersion(db, found.id);
  const current = version && (await currentContent(db, viewer, { item: found, version }));
  const [described] = await describeComments(db, viewer, [comment], current);
  return described as ReviewComment;
}

const auditDetail = ({ id, version, digest, file, line }: StoredComment) => ({
  comment_id: id,
  version,
  digest,
  ...(file === null ? {} : { file }),
  ...(line === null ? {} : { line }),
});

type Place = Omit<NewComment, "id" | "item_id" | "kind" | "text" | "author_id">;

/** Only on what waits for a review, and only on the content that the writer says they read. */
async function newThread(tx: Tx, viewer: Viewer, item: Item, { digest, file, line }: CommentBody): Promise<Place> {
  if (digest === undefined) throw fieldError("body.digest", "is required, except in a reply");
  if (line !== undefined && file === undefined) throw fieldError("body.line", "requires a file");
  const version = await findNewest(tx, item.id, ["pending"]);
  if (!version) throw notPending(item, item.version);
  const current = await currentContent(tx, viewer, { item, version });
  if (digest !== current.digest) {
    throw new ServiceError(
      "changed_since_review",
      `${qualifiedName(item)} ${version.version} has changed since you read it. Read it again before you comment.`,
      { extra: { digest: current.digest, version: version.version } },
    );
  }
  const lines = file === undefined ? [] : await linesOf(tx, viewer, { item, version }, file);
  if (line !== undefined && line > lines.length) {
    throw fieldError("body.line", `must be at most ${lines.length}, the number of lines of ${file}`);
  }
  return {
    version_id: version.id,
    reply_to: null,
    version: version.version,
    digest,
    file: file ?? null,
    line: line ?? null,
    line_text: line === undefined ? null : startOf(lines[line - 1] ?? "", MAX_QUOTED),
  };
}

const MAX_QUOTED = 500;

async function linesOf(tx: Tx, viewer: Viewer, of: Parameters<typeof filesOfVersion>[2], file: string) {
  const found = (await filesOfVersion(tx, viewer, of)).find((one) => one.file === file);
  if (!found) throw fieldError("body.file", "is not a file of this version. See GET /api/v1/review/{id}/files");
  return found.text.replace(/\n$/, "").split("\n");
}

/** A reply belongs to what its thread is about, also when that is outdated or decided. */
async function replyPlace(tx: Tx, item: Item, { reply_to, digest, file, line }: CommentBody): Promise<Place> {
  if (digest !== undefined || file !== undefined || line !== undefined) {
    throw fieldError("body.reply_to", "cannot be combined with digest, file or line");
  }
  const answered = await findComment(tx, item.id, reply_to ?? "");
  if (!answered) throw new ServiceError("not_found", `${qualifiedName(item)} has no comment ${reply_to}.`);
  const { version_id, version, digest: written, file: inFile, line: atLine, line_text } = answered;
  const thread = answered.reply_to ?? answered.id;
  return { version_id, reply_to: thread, version, digest: written, file: inFile, line: atLine, line_text };
}

async function refuseIfFull(tx: Tx, item: Item, versionId: string): Promise<void> {
  if ((await countCommentsOn(tx, versionId)) < MAX_COMMENTS) return;
  throw new ServiceError(
    "conflict",
    `This version of ${qualifiedName(item)} has reached the limit of ${MAX_COMMENTS} comments. Delete one of yours first.`,
  );
}
