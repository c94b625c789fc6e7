/** A version's own fields, under the names of a submission. */
type Fields = Readonly<Record<string, unknown>>;

interface Named {
  readonly name: string;
}

/** What was found in the repository. */
export interface Found {
  readonly sha: string;
  /** The branch or tag that was fetched. */
  readonly ref: string;
  readonly tools: readonly { readonly name: string; readonly docstring: string; readonly input_schema?: object }[];
  readonly environment_variables: readonly { readonly name: string; readonly description: string }[];
  readonly framework: string | null;
  /** Declared in a compose file or the README. */
  readonly docker_image: string | null;
}

/** The content of a synced version: a copy of the current one, changed field by field as the specification says. */
export function syncedFields(current: Fields, found: Found): Fields {
  return {
    ...current,
    ...replacedTools(found),
    ...variables(current, found),
    ...(found.framework === null ? {} : { framework: found.framework }),
    ...(found.docker_image === null ? {} : runningImage(current, found.docker_image)),
    git_ref: found.ref,
    resolved_sha: found.sha,
  };
}

/**
 * A repository in which not even the framework was recognised is one that the analysis cannot read: that it found no tools there
 * does not mean that there are none.
 */
function replacedTools({ tools, framework }: Found): Fields {
  if (tools.length === 0 && framework === null) return {};
  return {
    tools: tools.map(({ name, docstring, input_schema }) => ({
      name,
      description: docstring,
      ...(input_schema ? { input_schema } : {}),
    })),
  };
}

/** New ones are optional: installs that worked without them go on working. */
function variables(current: Fields, { environment_variables }: Found): Fields {
  const listed = listOf(current, "environment_variables") as readonly Named[];
  const names = new Set(listed.map(({ name }) => name));
  const added = environment_variables
    .filter(({ name }) => !names.has(name))
    .map(({ name, description }) => ({ name, description, required: false }));
  return added.length === 0 ? {} : { environment_variables: [...listed, ...added] };
}

/** How to run it, for a listing that does not say it: one that is reached by its URL does. */
function runningImage(current: Fields, image: string): Fields {
  const isSet = (name: string): boolean => current[name] !== undefined && current[name] !== "";
  const saysHow = isSet("command") || isSet("url") || listOf(current, "args").length > 0 || isSet("docker_image");
  return {
    ...(saysHow ? {} : { docker_image: image, command: "docker", args: ["run", "-i", "--rm", image] }),
    ...(saysHow || isSet("setup_instructions") ? {} : { setup_instructions: `Pull the image: docker pull ${image}` }),
  };
}

function listOf(fields: Fields, name: string): readonly unknown[] {
  const value = fields[name];
  return Array.isArray(value) ? value : [];
}
