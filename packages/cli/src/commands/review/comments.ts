import type { ReplyOf } from "@tackroom/contract/calls";
import { openApi } from "../../api/client.js";
import { askText } from "../../ask.js";
import { say, type Cli } from "../../cli.js";
import { usageError } from "../../errors.js";
import { printDone, printJson } from "../../output.js";
import { paint } from "../../paint.js";
import { oneLine, printable } from "../../printable.js";
import { readPage, type PageOptions } from "../paging.js";

type Comment = ReplyOf<"listComments">["items"][number];

/** `tack review comments` */
export async function listComments(cli: Cli, item: string, options: PageOptions): Promise<void> {
  const page = readPage(options);
  const found = await openApi(cli).call("listComments", { params: { id: item }, query: { ...page } });
  if (cli.flags.output === "json") return printJson(cli, found);
  if (found.items.length === 0) return say(cli, "No comments.");
  showComments(cli, found.items);
  if (found.total > found.items.length) say(cli, paint(cli).dim(`Showing ${found.items.length} of ${found.total}.`));
}

/** Oldest first, as a discussion is read, with replies below what they answer. */
export function showComments(cli: Cli, newestFirst: readonly Comment[]): void {
  const comments = newestFirst.toReversed();
  const isFirst = ({ reply_to }: Comment): boolean => reply_to === null || !comments.some(({ id }) => id === reply_to);
  for (const first of comments.filter(isFirst)) {
    showComment(cli, first, "");
    for (const reply of comments.filter(({ reply_to }) => reply_to === first.id)) showComment(cli, reply, "  ");
  }
}

function showComment(cli: Cli, comment: Comment, indent: string): void {
  const colors = paint(cli);
  const { file, line, line_text } = comment;
  const marks = [
    ...(comment.kind === "changes_requested" ? ["requested changes"] : []),
    ...(comment.outdated ? ["outdated"] : []),
    ...(comment.resolved_at === null ? [] : ["resolved"]),
  ];
  const place = file === null ? comment.version : `${file}${line === null ? "" : `:${line}`}`;
  const head = `${comment.author ?? "deleted user"} on ${place}${marks.length > 0 ? ` (${marks.join(", ")})` : ""}`;
  say(cli, `${indent}${colors.bold(oneLine(head))} ${colors.dim(comment.id)}`);
  if (line_text !== null && indent === "") say(cli, colors.dim(`${indent}> ${oneLine(line_text)}`));
  for (const text of printable(comment.text).split("\n")) say(cli, `${indent}${text}`);
}

interface CommentOptions {
  readonly text?: string;
  readonly file?: string;
  readonly line?: string;
  readonly replyTo?: string;
  readonly digest?: string;
}

/** `tack review comment`: without a digest, about the content that is there now. */
export async function writeComment(cli: Cli, item: string, options: CommentOptions): Promise<void> {
  const { file, replyTo } = options;
  if (options.line !== undefined && !/^[1-9]\d{0,7}$/.test(options.line)) {
    throw usageError("--line must be a line number.");
  }
  const text = options.text ?? (await askText(cli, { flag: "--text", message: "What is your comment?" }));
  const api = openApi(cli);
  const body =
    replyTo === undefined
      ? {
          text,
          digest: options.digest ?? (await currentDigest(cli, item)),
          ...(file === undefined ? {} : { file }),
          ...(options.line === undefined ? {} : { line: Number(options.line) }),
        }
      : { text, reply_to: replyTo };
  const written = await api.call("createComment", { params: { id: item }, body });
  printDone(cli, replyTo === undefined ? `Commented on ${item} ${written.version}.` : "Replied.", written);
}

async function currentDigest(cli: Cli, item: string): Promise<string> {
  const { submission } = await openApi(cli).call("listComments", { params: { id: item }, query: { limit: 1 } });
  if (submission === null) throw usageError(`${item} has no version that is waiting for review.`);
  return submission.digest;
}

/** `tack review resolve` */
export async function resolve(
  cli: Cli,
  item: string,
  commentId: string,
  options: { readonly reopen?: boolean },
): Promise<void> {
  const resolved = options.reopen !== true;
  const params = { id: item, comment_id: commentId };
  const changed = await openApi(cli).call("updateComment", { params, body: { resolved } });
  printDone(cli, resolved ? "Resolved the thread." : "Reopened the thread.", changed);
}
