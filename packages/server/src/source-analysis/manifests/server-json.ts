import { asList, asObject, asText, parseJson } from "./json.js";
import type { Variable } from "./variables.js";

/** What `server.json`, by which servers are published to the MCP registry, says. */
export function readServerJson(text: string): { description: string; variables: Variable[] } {
  const json = parseJson(text);
  const variables = asList(json["packages"]).flatMap((each) => {
    const { environmentVariables, environment_variables, runtimeArguments, runtime_arguments } = asObject(each);
    return [
      ...asList(environmentVariables ?? environment_variables).flatMap(readInput),
      ...asList(runtimeArguments ?? runtime_arguments).flatMap(readArgument),
    ];
  });
  const remote = asList(json["remotes"]).flatMap((each) => readVariables(asObject(each)["variables"]));
  return { description: asText(json["description"]), variables: [...variables, ...remote] };
}

function readInput(value: unknown): Variable[] {
  const { name, description } = asObject(value);
  return [{ name: asText(name), description: asText(description) }];
}

function readVariables(value: unknown): Variable[] {
  return Object.entries(asObject(value)).map(([name, details]) => ({
    name,
    description: asText(asObject(details)["description"]),
  }));
}

/** `-e NAME={value}`: the variable that an argument of the runtime sets, and those that its value is made of. */
function readArgument(value: unknown): Variable[] {
  const { value: text, description, variables } = asObject(value);
  const [, name] = /^([A-Z][A-Z0-9_]*)(?:=|$)/u.exec(asText(text)) ?? [];
  const inner = readVariables(variables);
  if (name === undefined) return inner;
  return [{ name, description: asText(description) || (inner[0]?.description ?? "") }, ...inner];
}
