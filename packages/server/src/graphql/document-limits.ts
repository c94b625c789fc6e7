import {
  getArgumentValues,
  getNamedType,
  isObjectType,
  Kind,
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLNamedType,
  type GraphQLSchema,
  type OperationDefinitionNode,
  type SelectionNode,
  type SelectionSetNode,
} from "graphql";

/** What a valid operation would ask of the server; found without running it. */
export interface Measures {
  /** Levels of fields. What describes the schema itself does not count: a rule of GraphQL.js bounds it. */
  readonly depth: number;
  /**
   * What each field asks of the server, under each of its names; what stands under `edges` costs that for each of the
   * `first` rows.
   */
  readonly cost: number;
}

export const MAX_DEPTH = 10;
export const MAX_COST = 1000;
export const MAX_ROWS = 200;

type Arguments = Readonly<Record<string, unknown>>;

const THOUSANDTHS = 1000;

/**
 * In thousandths of what is told. A page of sessions with a page of events each, and every field of both, is what people
 * ask first: it has to fit into `MAX_COST`.
 */
const COSTS = {
  /** A look at one session. */
  session: 10_000,
  /** A page of sessions, and their number. */
  sessions: 50_000,
  /** Reads the text of every session that the rest of the filter leaves. */
  search: 250_000,
  /** The events of a session; those of all sessions of a page are read together. */
  events: 1000,
  /** The number of events of some kinds is counted over the whole session; that of all is known. */
  count: 5000,
  /** Each of them is read whole, whatever is asked of it. */
  event: 100,
  /** Up to 16 KB of the answer. */
  text: 50,
  /** Any other value of the answer. */
  value: 5,
} as const;

const FIELD_COSTS: Readonly<Record<string, (given: Arguments, place: Place) => number>> = {
  "Query.session": () => COSTS.session,
  "Query.sessions": ({ filter }) => (isSearch(filter) ? COSTS.search : 0) + COSTS.sessions,
  "Session.events": (given) => COSTS.events + rowsOf(given) * COSTS.event,
  "EventConnection.totalCount": (_, { isFiltered }) => (isFiltered ? COSTS.count : COSTS.value),
  "Event.text": () => COSTS.text,
  "Event.toolInput": () => COSTS.text,
  "Event.toolOutput": () => COSTS.text,
  "SessionEvent.session": () => COSTS.session,
};

const isSome = (list: unknown): boolean => Array.isArray(list) && list.length > 0;

function isSearch(filter: unknown): boolean {
  if (typeof filter !== "object" || filter === null || !("search" in filter)) return false;
  return typeof filter.search === "string" && filter.search.trim() !== "";
}

interface Walk {
  readonly schema: GraphQLSchema;
  readonly variables: Readonly<Record<string, unknown>>;
  readonly fragments: ReadonlyMap<string, FragmentDefinitionNode>;
  /** Fragments are measured once for each place, or a chain of them would double the work with every link. */
  readonly measured: Map<string, Measures>;
}

/** Where a selection stands: its type, if it is one of ours, and the connection right above. */
interface Place {
  readonly type: GraphQLNamedType | undefined;
  readonly rows: number;
  /** Whether it has some kinds of events only. */
  readonly isFiltered: boolean;
}

export function measure(
  schema: GraphQLSchema,
  document: DocumentNode,
  operation: OperationDefinitionNode,
  variables: Readonly<Record<string, unknown>>,
): Measures {
  const fragments = document.definitions.filter((definition) => definition.kind === Kind.FRAGMENT_DEFINITION);
  const byName = new Map(fragments.map((fragment) => [fragment.name.value, fragment]));
  const walk = { schema, variables, fragments: byName, measured: new Map<string, Measures>() };
  const type = schema.getRootType(operation.operation) ?? undefined;
  const { depth, cost } = ofSelections(walk, operation.selectionSet, { type, rows: 1, isFiltered: false });
  return { depth, cost: Math.ceil(cost / THOUSANDTHS) };
}

function ofSelections(walk: Walk, { selections }: SelectionSetNode, place: Place): Measures {
  const all = selections.map((selection) => ofSelection(walk, selection, place));
  return {
    depth: Math.max(0, ...all.map(({ depth }) => depth)),
    cost: all.reduce((sum, { cost }) => sum + cost, 0),
  };
}

function ofSelection(walk: Walk, selection: SelectionNode, place: Place): Measures {
  if (selection.kind === Kind.FIELD) return ofField(walk, selection, place);
  if (selection.kind === Kind.INLINE_FRAGMENT) return ofSelections(walk, selection.selectionSet, place);
  const name = selection.name.value;
  const key = `${name} ${place.rows} ${place.isFiltered}`;
  const known = walk.measured.get(key);
  const fragment = walk.fragments.get(name);
  if (known || !fragment) return known ?? { depth: 0, cost: 0 };
  const found = ofSelections(walk, fragment.selectionSet, place);
  walk.measured.set(key, found);
  return found;
}

function ofField(walk: Walk, field: FieldNode, place: Place): Measures {
  const { type, rows } = place;
  const name = field.name.value;
  const definition = isObjectType(type) ? type.getFields()[name] : undefined;
  const given = definition ? getArgumentValues(definition, field, walk.variables) : {};
  const own = (definition && FIELD_COSTS[`${type?.name}.${name}`]?.(given, place)) ?? COSTS.value;
  const below = field.selectionSet;
  if (!below) return { depth: definition ? 1 : 0, cost: own };
  const inside = ofSelections(walk, below, {
    type: definition && getNamedType(definition.type),
    rows: rowsOf(given),
    isFiltered: isSome(given["kinds"]),
  });
  const times = name === "edges" ? rows : 1;
  return { depth: definition ? inside.depth + 1 : 0, cost: own + times * inside.cost };
}

/** What is out of range is refused before anything is read. */
function rowsOf({ first }: Arguments): number {
  return typeof first === "number" && first >= 1 && first <= MAX_ROWS ? first : 1;
}
