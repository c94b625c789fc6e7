import { resolve } from "node:path";
import type { Cli } from "../cli.js";
import type { Kind } from "../kinds.js";
import { completeDraft } from "./complete-draft.js";
import { readAgent } from "./read-agent.js";
import { readDataFile } from "./read-file.js";
import { readHook } from "./read-hook.js";
import { readMcp } from "./read-mcp.js";
import { readPrompt } from "./read-prompt.js";
import { readSandbox } from "./read-sandbox.js";
import { readSkill } from "./read-skill.js";
import { sourceOf, type Source } from "./source.js";
import { usageError } from "../errors.js";
import type { Draft, Submission, SubmitOptions } from "./submission.js";

export type { Submission, SubmitOptions } from "./submission.js";

type Read = (cli: Cli, source: Source, options: SubmitOptions) => Draft;

const READERS: Readonly<Record<Kind, Read>> = {
  mcp: (cli, source, { name }) => readMcp(cli, source, name),
  agent: (cli, source) => readAgent(cli, source),
  skill: (cli, source) => readSkill(cli, source),
  hook: (cli, source, { name }) => readHook(cli, source, name),
  prompt: (cli, source) => readPrompt(cli, source),
  sandbox: (_cli, source) => readSandbox(source),
};

/**
 * The body of `registry <kind> submit`, from a folder, a file or a repository URL (default: the current folder), or from
 * `--from-file`. Options override the source. Required members that are still missing are asked for.
 */
export async function readSubmission<Of extends Kind>(
  cli: Cli,
  kind: Of,
  source: string | undefined,
  options: SubmitOptions,
): Promise<Submission<Of>> {
  const { lookInto = async (draft) => draft } = options;
  const draft = await lookInto(draftOf(cli, kind, source, options));
  return (await completeDraft(cli, kind, draft, options)) as Submission<Of>;
}

function draftOf(cli: Cli, kind: Kind, source: string | undefined, options: SubmitOptions): Draft {
  const { fromFile, draft } = options;
  if (draft !== undefined) return draft;
  if (fromFile === undefined) return READERS[kind](cli, sourceOf(cli, source), options);
  if (source !== undefined) throw usageError("A source and --from-file cannot be combined.", "Omit one of them.");
  return readDataFile(resolve(cli.cwd, fromFile));
}
