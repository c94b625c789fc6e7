import type { AgentComponent, ComponentKind } from "@tackroom/contract";
import type { FieldProblem } from "../../../api/problem.js";
import { isItemType, KIND_WORDS, ITEM_TYPES, typeOfKind, type ItemOf, type ItemType } from "../../../api/kinds.js";
import { parseObject } from "../submit/form-values.js";

/** The kinds that an agent can include: all except agents. */
export const COMPONENT_TYPES = ITEM_TYPES.filter((type) => type !== "agents");

export type Components = readonly AgentComponent[];

/** The locked versions of unpinned components, which an edit of the agent keeps. */
export type LockedVersions = ReadonlyMap<string, string>;

export const componentType = ({ component_type: kind }: AgentComponent): ItemType => typeOfKind(kind) ?? "mcps";

/** Adds each component at most once; existing ones are kept. */
export function withComponent(components: Components, type: ItemType, id: string): Components {
  const kind = KIND_WORDS[type].kind as ComponentKind;
  if (kind === ("agent" as string) || components.some((each) => each.component_id === id)) return components;
  return [...components, { component_type: kind, component_id: id }];
}

export const withoutComponent = (components: Components, id: string): Components =>
  components.filter((each) => each.component_id !== id);

/** Moves a component up or down; at an end, it stays. */
export function withComponentMoved(components: Components, id: string, by: -1 | 1): Components {
  const from = components.findIndex((each) => each.component_id === id);
  const to = from + by;
  if (from < 0 || to < 0 || to >= components.length) return components;
  return components.toSpliced(from, 1).toSpliced(to, 0, components[from] as AgentComponent);
}

/** Pins a version; undefined means the latest. */
export const withVersion = (components: Components, id: string, version: string | undefined): Components =>
  components.map((each) => {
    if (each.component_id !== id) return each;
    const { version: _before, ...rest } = each;
    return version === undefined ? rest : { ...rest, version };
  });

/** Sets the override. Invalid JSON is kept as text, so that `overrideProblems` can report the error. */
export const withOverride = (components: Components, id: string, text: string): Components =>
  components.map((each) => {
    if (each.component_id !== id) return each;
    const { config_override: _before, ...rest } = each;
    if (text.trim() === "") return rest;
    const read = parseObject(text);
    return { ...rest, config_override: (typeof read === "string" ? text : read) as Record<string, unknown> };
  });

/** The errors of overrides that are not objects, by position. */
export const overrideProblems = (components: Components): readonly FieldProblem[] =>
  components.flatMap(({ config_override: override }: { readonly config_override?: unknown }, place) => {
    const problem = typeof override === "string" ? parseObject(override) : undefined;
    return typeof problem === "string" ? [{ path: `[${place}].config_override`, message: problem }] : [];
  });

/** The override as text. */
export function overrideText(component: AgentComponent): string {
  const override: unknown = component.config_override;
  if (override === undefined) return "";
  return typeof override === "string" ? override : JSON.stringify(override, null, 2);
}

/** The components in a URL: `?with=skills:<id>` or the kind's name; several are separated by commas. */
export function componentsAskedFor(text: string): Components {
  return text.split(",").reduce<Components>((chosen, each) => {
    const [word = "", id = ""] = each.split(/:(.*)/);
    const type = isItemType(word) ? word : typeOfKind(word);
    return type === undefined || id === "" ? chosen : withComponent(chosen, type, id);
  }, []);
}

/** The URL of the builder with one component selected. */
export const withParameter = (type: ItemType, id: string): string => `${type}:${id}`;

export function lockedVersions({
  components = [],
  component_links: links = [],
}: Partial<ItemOf<"agents">>): LockedVersions {
  const pinned = new Set(components.filter(({ version }) => version !== undefined).map((each) => each.component_id));
  // A version that was rejected meanwhile is locked again by the server.
  const kept = links.filter(({ component_id: id, status }) => !pinned.has(id) && status !== "rejected");
  return new Map(kept.map(({ component_id, version_ref }) => [component_id, version_ref]));
}
