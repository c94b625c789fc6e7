import { arrived } from "./dispatch.js";
import { problemOf } from "./problem.js";

/** The body of a response, or its problem. */
export async function read<Reply>(answer: Response): Promise<Reply> {
  const text = await arrived(answer.text());
  if (!answer.ok) throw problemOf(answer.status, text, answer.headers.get("x-request-id"));
  if (text === "") return undefined as Reply;
  if (!/\bjson\b/.test(answer.headers.get("content-type") ?? "")) return text as Reply;
  return JSON.parse(text) as Reply;
}
