import { stringify } from "yaml";
import { withNamesOnly, type CanonicalComponent } from "./canonical.js";
import { recordsOf, type Fields } from "./fields.js";

export interface AgentDefinition {
  readonly name: string;
  readonly description: string;
  readonly version: string;
  readonly supportedHarnesses: readonly string[];
  readonly fields: Fields;
  readonly components: readonly Pick<CanonicalComponent, "type" | "name" | "version">[];
}

/** The definition of an agent as people read it; kept with the version, so that it never changes. No values of variables. */
export function agentYaml({
  name,
  description,
  version,
  supportedHarnesses,
  fields,
  components,
}: AgentDefinition): string {
  const servers = recordsOf(fields, "external_mcps").map(withNamesOnly);
  const definition = {
    name,
    version,
    description,
    display_name: fields["display_name"],
    category: fields["category"],
    model_name: fields["model_name"],
    model_config_json: fields["model_config_json"],
    models_by_harness: fields["models_by_harness"],
    supported_harnesses: supportedHarnesses,
    tools: fields["tools"],
    disallowed_tools: fields["disallowed_tools"],
    color: fields["color"],
    argument_hint: fields["argument_hint"],
    prompt: fields["prompt"],
    components: components.map(({ type, name: component, version: pinned }) => ({
      type,
      name: component,
      version: pinned,
    })),
    external_mcps: servers,
    success_criteria: fields["success_criteria"],
  };
  const told = Object.entries(definition).filter(([, value]) => !isNothing(value));
  return stringify(Object.fromEntries(told), { lineWidth: 0, aliasDuplicateObjects: false });
}

function isNothing(value: unknown): boolean {
  return value === undefined || value === null || value === "" || (Array.isArray(value) && value.length === 0);
}
