import type { ReplyOf } from "@tackroom/contract/calls";
import type { Api } from "../api/client.js";
import { warn, withProgress } from "../ask.js";
import { note, type Cli } from "../cli.js";
import { CliError, type Category } from "../errors.js";
import { oneLine } from "../printable.js";
import { present, textIn, type Draft } from "./submission.js";

type Analysis = ReplyOf<"analyzeMcp">;

/** The submission itself would fail for the same reason. */
const FATAL: readonly Category[] = ["authentication", "permission", "validation"];

const MAX_ISSUES_SHOWN = 10;

/** The draft with what the server finds in the repository. Without an analysis, the user is asked for what is missing. */
export async function addFoundInRepository(cli: Cli, api: Pick<Api, "call">, draft: Draft): Promise<Draft> {
  const url = textIn(draft, "git_url") ?? "";
  const ref = textIn(draft, "git_ref");
  try {
    const analysis = await withProgress(cli, `Analyzing ${url}`, () =>
      api.call("analyzeMcp", { body: { git_url: url, ...(ref === undefined ? {} : { git_ref: ref }) } }),
    );
    if (analysis.error !== null) return notAnalyzed(cli, draft, analysis.error);
    showFound(cli, url, analysis);
    return { ...draft, ...defaultsFrom(analysis) };
  } catch (error) {
    if (!(error instanceof CliError) || FATAL.includes(error.category)) throw error;
    return notAnalyzed(cli, draft, error.message);
  }
}

function notAnalyzed(cli: Cli, draft: Draft, reason: string): Draft {
  warn(cli, [`The repository was not analyzed: ${reason}`]);
  return draft;
}

/** The members of a submission that an analysis can provide. */
function defaultsFrom(analysis: Analysis): Draft {
  const { name, description, version, command, args, framework, docker_image, environment_variables, tools } = analysis;
  return present({
    name: name === "" ? undefined : name,
    description: description === "" ? undefined : description,
    version,
    command,
    args: args?.length ? args : undefined,
    framework,
    docker_image,
    environment_variables: environment_variables.length > 0 ? environment_variables : undefined,
    tools: tools.length > 0 ? tools.map(({ docstring, ...tool }) => ({ ...tool, description: docstring })) : undefined,
  });
}

function showFound(cli: Cli, url: string, { tools, environment_variables, issues }: Analysis): void {
  if (cli.flags.output === "json") return;
  const found = [counted(tools.length, "tool"), counted(environment_variables.length, "environment variable")];
  note(cli, `Found ${found.join(" and ")} in ${oneLine(url)}.`);
  warn(cli, issues.slice(0, MAX_ISSUES_SHOWN));
  const more = issues.length - MAX_ISSUES_SHOWN;
  if (more > 0) warn(cli, [`and ${counted(more, "more issue")}`]);
}

const counted = (number: number, what: string): string => `${number} ${what}${number === 1 ? "" : "s"}`;
