import type { Choice } from "./choose-server.js";
import type { FoundServer, FoundTool } from "./findings.js";
import { LIMITS } from "./limits.js";

const MIN_DOCSTRING = 20;
const MAX_NAMED = 20;

interface Analyzed {
  readonly choice: Choice;
  readonly tools: readonly FoundTool[];
  readonly servers: readonly FoundServer[];
  readonly issues: readonly string[];
  readonly unparsed: readonly string[];
}

/** What a submitter or reviewer should know or improve, the most important first. */
export function listIssues({ choice, tools, servers, issues, unparsed }: Analyzed): string[] {
  const all = [
    ...ofChoice(choice),
    ...(choice.kind === "one" && tools.length === 0 ? ["No tools were found in the source."] : []),
    ...ofNames(servers),
    ...(tools.length > LIMITS.tools ? [`Only the first ${LIMITS.tools} of ${tools.length} tools are listed.`] : []),
    ...issues.map((text) => (text.endsWith(".") ? text : `${text}.`)),
    ...unparsed.map((path) => `${path} could not be parsed: it is nested too deeply or too large.`),
    ...tools.flatMap(ofTool),
  ];
  return [...new Set(all)].slice(0, LIMITS.issues);
}

function ofChoice(choice: Choice): string[] {
  if (choice.kind === "several")
    return [
      `The repository has several servers, so no tools are listed: ${named(choice.folders)}. Submit one of them by its own folder or repository.`,
    ];
  if (choice.others.length === 0) return [];
  const home = choice.server.home === "" ? "the root of the repository" : choice.server.home;
  return [
    `The repository has several servers. Only that in ${home} was analyzed, and not those in ${named(choice.others)}.`,
  ];
}

function ofNames(servers: readonly FoundServer[]): string[] {
  const names = [...new Set(servers.filter(({ path }) => path.endsWith(".py")).flatMap(({ name }) => name ?? []))];
  return names.length > 1
    ? [`The source makes several servers, whose tools are listed together: ${named(names)}.`]
    : [];
}

const named = (all: readonly string[]): string =>
  all.length > MAX_NAMED ? `${all.slice(0, MAX_NAMED).join(", ")} and ${all.length - MAX_NAMED} more` : all.join(", ");

function ofTool({ name, docstring, place, unannotated = [] }: FoundTool): string[] {
  const { length } = docstring.trim();
  const parameters = unannotated.length === 1 ? "a parameter" : "parameters";
  return [
    ...(length === 0 ? [`The tool ${name} has no description: ${place}.`] : []),
    ...(length > 0 && length < MIN_DOCSTRING
      ? [`The description of the tool ${name} is shorter than ${MIN_DOCSTRING} characters: ${place}.`]
      : []),
    ...(unannotated.length > 0
      ? [
          `The tool ${name} has ${parameters} without a type annotation (${unannotated.slice(0, 10).join(", ")}): ${place}.`,
        ]
      : []),
  ];
}
