import type { Evaluating } from "../evaluation/evaluating.js";
import type { Parameter } from "../evaluation/language.js";
import { lenientText, toJson } from "../evaluation/to-json.js";
import { isType, type Value } from "../evaluation/values.js";
import type { SyntaxNode } from "../syntax/syntax-tree.js";
import { lower } from "./lower.js";

export type Schema = Record<string, unknown>;

const MAX_DEPTH = 8;
const SIMPLE: Readonly<Record<string, Schema>> = {
  str: { type: "string" },
  int: { type: "integer" },
  float: { type: "number" },
  bool: { type: "boolean" },
  dict: { type: "object" },
  Dict: { type: "object" },
  Mapping: { type: "object" },
  list: { type: "array" },
  List: { type: "array" },
  Sequence: { type: "array" },
  tuple: { type: "array" },
  set: { type: "array" },
  bytes: { type: "string" },
  None: { type: "null" },
  Any: {},
  datetime: { type: "string", format: "date-time" },
  date: { type: "string", format: "date" },
};

interface Read {
  readonly schema: Schema;
  readonly isRequired: boolean;
}

/** What a function takes, from its annotations. */
export function parametersSchema(evaluator: Evaluating, parameters: readonly Parameter[]): Schema {
  const properties: Record<string, Schema> = {};
  const required: string[] = [];
  for (const parameter of parameters) {
    const read = readParameter(evaluator, parameter);
    properties[parameter.name] = read.schema;
    if (read.isRequired) required.push(parameter.name);
  }
  return { type: "object", properties, ...(required.length > 0 ? { required } : {}) };
}

function readParameter(evaluator: Evaluating, { annotation, default: fallback }: Parameter): Read {
  const typed = annotation ? typeSchema(evaluator, annotation, 0) : {};
  if (!fallback) return { schema: typed, isRequired: true };
  const value = evaluator.evaluate(fallback);
  if (isField(value)) {
    const field = fieldDetails(evaluator, value);
    return { schema: { ...typed, ...field.schema }, isRequired: field.isRequired };
  }
  const json = toJson(evaluator, value);
  return { schema: json === undefined || json === null ? typed : { ...typed, default: json }, isRequired: false };
}

const isField = (value: Value): value is Extract<Value, { type: "call" }> =>
  isType(value, "call") && (value.name === "Field" || value.name === "Query" || value.name === "Body");

function fieldDetails(evaluator: Evaluating, call: Extract<Value, { type: "call" }>): Read {
  const { args, named } = evaluator.argumentsOf(call.args, call.env);
  const description = lenientText(evaluator.force(named.get("description")));
  const first = args[0] ?? named.get("default");
  const isRequired =
    first === undefined ? !named.has("default_factory") : "node" in first && first.node.kind === "ellipsis";
  const json = isRequired ? undefined : toJson(evaluator, evaluator.force(first));
  return {
    schema: {
      ...(description === undefined ? {} : { description }),
      ...(json === undefined || json === null ? {} : { default: json }),
    },
    isRequired,
  };
}

/** A type as a JSON schema; one that is not known is a schema that says nothing. */
function typeSchema(evaluator: Evaluating, start: SyntaxNode, depth: number): Schema {
  const node = start.kind === "type" ? (start.children[0] ?? start) : start;
  if (depth > MAX_DEPTH) return {};
  switch (node.kind) {
    case "none":
      return { type: "null" };
    case "string":
      return quotedSchema(evaluator, node);
    case "binary_operator":
      return unionSchema(evaluator, unionMembers(node), depth);
    case "generic_type":
    case "subscript":
      return genericSchema(evaluator, node, depth);
    default:
      return namedSchema(evaluator, node, depth);
  }
}

function quotedSchema(evaluator: Evaluating, node: SyntaxNode): Schema {
  const value = evaluator.evaluate(node);
  return typeof value === "string" && Object.hasOwn(SIMPLE, value) ? { ...SIMPLE[value] } : {};
}

function unionMembers(node: SyntaxNode): SyntaxNode[] {
  const members: SyntaxNode[] = [];
  let at: SyntaxNode | undefined = node;
  while (at?.kind === "binary_operator") {
    const right = at.field("right");
    if (right) members.push(right);
    at = at.field("left");
  }
  return at ? [at, ...members.toReversed()] : members;
}

/** `X | None` is `X`: that it may be left out is said by its default. */
function unionSchema(evaluator: Evaluating, members: readonly SyntaxNode[], depth: number): Schema {
  const schemas = members
    .map((member) => typeSchema(evaluator, member, depth + 1))
    .filter(({ type }) => type !== "null");
  const [only] = schemas;
  return schemas.length === 1 && only ? only : { anyOf: schemas };
}

function genericSchema(evaluator: Evaluating, node: SyntaxNode, depth: number): Schema {
  const name = (node.field("value") ?? node.children[0])?.text.split(".").at(-1) ?? "";
  const list = node.child("type_parameter");
  const args = list ? list.children : node.children.filter(({ fieldName }) => fieldName === "subscript");
  const [first, ...others] = args;
  if (!first) return {};
  const inner = (): Schema => typeSchema(evaluator, first, depth + 1);
  switch (name) {
    case "Optional":
      return inner();
    case "Union":
      return unionSchema(evaluator, args, depth);
    case "Literal":
      return {
        enum: args.map((arg) => toJson(evaluator, evaluator.evaluate(arg))).filter((value) => value !== undefined),
      };
    case "Annotated":
      return { ...inner(), ...annotated(evaluator, others) };
    case "list":
    case "List":
    case "Sequence":
    case "set":
      return { type: "array", items: inner() };
    default:
      return Object.hasOwn(SIMPLE, name) ? { ...SIMPLE[name] } : {};
  }
}

function annotated(evaluator: Evaluating, details: readonly SyntaxNode[]): Schema {
  const schemas = details.map((detail) => {
    const value = evaluator.evaluate(detail);
    const description = lenientText(value);
    if (description !== undefined) return { description };
    return isField(value) ? fieldDetails(evaluator, value).schema : {};
  });
  return Object.assign({}, ...schemas) as Schema;
}

function namedSchema(evaluator: Evaluating, node: SyntaxNode, depth: number): Schema {
  const name = node.text.split(".").at(-1) ?? "";
  if (Object.hasOwn(SIMPLE, name)) return { ...SIMPLE[name] };
  const expression = lower(node);
  if (expression.kind !== "name") return {};
  const [binding] = evaluator.project.lookup(expression.name, node);
  // `Name = Annotated[str, Field(…)]` is used as a type.
  if (binding?.kind === "value") return typeSchema(evaluator, binding.node, depth + 1);
  const value = evaluator.evaluate(node);
  return isType(value, "class") ? classSchema(evaluator, value.node, depth) : {};
}

/** A pydantic model, a dataclass or an enum, by the fields that its body declares. */
export function classSchema(evaluator: Evaluating, node: SyntaxNode, depth = 0): Schema {
  if (depth > MAX_DEPTH) return {};
  const fields = (node.field("body")?.children ?? [])
    .filter(({ kind }) => kind === "expression_statement")
    .flatMap(({ children }) => children.slice(0, 1))
    .filter(({ kind }) => kind === "assignment");
  if (/\bEnum\b/u.test(node.field("superclasses")?.text ?? "")) return enumSchema(evaluator, fields);
  const parameters = fields.flatMap((field): Parameter[] => {
    const annotation = field.field("type");
    const fallback = field.field("right");
    const name = field.field("left")?.text ?? "";
    return annotation && !name.startsWith("_") && name !== "model_config"
      ? [{ name, node: field, annotation, ...(fallback ? { default: fallback } : {}) }]
      : [];
  });
  return parametersSchema(evaluator, parameters);
}

function enumSchema(evaluator: Evaluating, fields: readonly SyntaxNode[]): Schema {
  const values = fields.flatMap((field) => {
    const value = field.field("right");
    const json = value && toJson(evaluator, evaluator.evaluate(value));
    return json === undefined ? [] : [json];
  });
  return { enum: values };
}
