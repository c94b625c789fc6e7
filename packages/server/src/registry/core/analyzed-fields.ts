import { isRecord, listOf, recordsOf, textOf, type Fields } from "./fields.js";

/** What the analysis of a repository found. */
export interface FoundInRepository {
  readonly tools: readonly { readonly name: string; readonly docstring: string; readonly input_schema?: object }[];
  readonly environment_variables: readonly { readonly name: string; readonly description: string }[];
  readonly framework: string | null;
  readonly docker_image: string | null;
  readonly command: string | null;
  readonly args: readonly string[];
}

/** Completes a submission by what its repository says. What its author wrote stays as it is. */
export function analyzedFields(given: Fields, found: FoundInRepository, sha: string): Fields {
  return {
    ...given,
    ...(listOf(given, "tools").length > 0 || found.tools.length === 0 ? {} : { tools: toolsOf(found) }),
    ...variables(given, found),
    ...(textOf(given, "framework") || !found.framework ? {} : { framework: found.framework }),
    ...wayToRun(given, found),
    resolved_sha: sha,
  };
}

const toolsOf = ({ tools }: FoundInRepository): Fields[] =>
  tools.map(({ name, docstring, input_schema }) => ({
    name,
    description: docstring,
    ...(isRecord(input_schema) ? { input_schema } : {}),
  }));

function variables(given: Fields, { environment_variables: found }: FoundInRepository): Fields {
  const listed = recordsOf(given, "environment_variables");
  const names = new Set(listed.map(({ name }) => name));
  const added = found.filter(({ name }) => !names.has(name));
  if (added.length === 0) return {};
  return { environment_variables: [...listed, ...added.map((variable) => ({ ...variable, required: true }))] };
}

/** Only for a server that does not say at all how it is reached. */
function wayToRun(given: Fields, { docker_image, command, args }: FoundInRepository): Fields {
  const image = !docker_image || textOf(given, "docker_image") ? {} : { docker_image };
  const isReached = textOf(given, "command") !== undefined || textOf(given, "url") !== undefined;
  return isReached || command === null ? image : { ...image, command, args: [...args] };
}
