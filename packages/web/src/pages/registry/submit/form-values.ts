import type { FieldProblem } from "../../../api/problem.js";
import { isShown, keyOf, type Control, type FieldView, type Values } from "./field-view.js";

export type Payload = Readonly<Record<string, unknown>>;

/** A payload, and the errors of texts that could not be parsed. */
export interface Written {
  readonly payload: Payload;
  readonly problems: readonly FieldProblem[];
}

const isRecord = (value: unknown): value is Payload =>
  typeof value === "object" && value !== null && !Array.isArray(value);
export const textOf = (value: unknown): string => (typeof value === "string" ? value : "");
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** The items of a list, typed one per line. */
export const linesOf = (text: string): string[] =>
  text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");

/** The control values for an item. */
export function readValues(fields: readonly FieldView[], item: Payload): Values {
  return Object.fromEntries(fields.map((field) => [keyOf(field), readValue(field, fields, item)]));
}

function readValue(field: FieldView, fields: readonly FieldView[], item: Payload): unknown {
  const from = field.inside === undefined ? item : item[field.inside];
  const value = isRecord(from) ? from[field.name] : undefined;
  return field.control.kind === "json" ? readJson(value, membersOf(field, fields)) : toControl(field.control, value);
}

const membersOf = ({ name }: FieldView, fields: readonly FieldView[]): readonly string[] =>
  fields.filter(({ inside }) => inside === name).map((member) => member.name);

/** Members with their own field are removed from the JSON, so that they do not appear twice. */
function readJson(value: unknown, members: readonly string[]): string {
  if (!isRecord(value)) return "";
  const rest = Object.entries(value).filter(([name]) => !members.includes(name));
  return rest.length === 0 ? "" : JSON.stringify(Object.fromEntries(rest), null, 2);
}

function toControl(control: Control, value: unknown): unknown {
  switch (control.kind) {
    case "check":
      return value === true;
    case "lines":
      return listOf(value).map(String).join("\n");
    case "harnesses":
      return listOf(value).map(String);
    case "rows":
      return listOf(value).map((row) => readValues(control.cells, isRecord(row) ? row : {}));
    case "own":
      return value;
    default:
      return typeof value === "number" ? String(value) : textOf(value);
  }
}

/** The initial values of new forms and rows, in the format of an item. */
export const initialItem = (fields: readonly FieldView[]): Payload =>
  Object.fromEntries(fields.flatMap(({ name, initial }) => (initial === undefined ? [] : [[name, initial]])));

export const newRow = (cells: readonly FieldView[]): Values => readValues(cells, initialItem(cells));

/** The payload for the values. Empty and hidden fields are omitted. */
export function writePayload(fields: readonly FieldView[], values: Values): Written {
  const payload: Record<string, unknown> = {};
  const problems: FieldProblem[] = [];
  const shown = fields.filter((field) => isShown(field, values));
  for (const field of shown.filter(({ inside }) => inside === undefined)) {
    const written = writeValue(field, values);
    problems.push(...written.problems);
    if (written.value !== undefined) payload[field.name] = written.value;
  }
  for (const field of shown) {
    if (field.inside === undefined) continue;
    const { value } = writeValue(field, values);
    const object = payload[field.inside];
    if (value !== undefined) payload[field.inside] = { ...(isRecord(object) ? object : {}), [field.name]: value };
  }
  return { payload, problems };
}

interface WrittenValue {
  readonly value: unknown;
  readonly problems: readonly FieldProblem[];
}

const good = (value: unknown): WrittenValue => ({ value, problems: [] });

function writeValue(field: FieldView, values: Values): WrittenValue {
  const value = values[keyOf(field)];
  const { control } = field;
  switch (control.kind) {
    case "check":
      return good(value);
    case "own":
      return { value, problems: within(field, control.problemsIn?.(value) ?? []) };
    case "lines":
      return good(someOf(linesOf(textOf(value))));
    case "harnesses":
      return good(someOf(listOf(value)));
    case "rows":
      return writeRows(field, control.cells, listOf(value) as readonly Values[]);
    case "json":
      return writeJson(field, textOf(value));
    case "number":
      return good(writeNumber(textOf(value).trim()));
    case "long":
      return good(textOf(value).trim() === "" ? emptyOf(field, values) : value);
    default:
      return good(textOf(value).trim() || emptyOf(field, values));
  }
}

const emptyOf = ({ sentEmptyIf }: FieldView, values: Values): "" | undefined =>
  sentEmptyIf?.(values) ? "" : undefined;
const someOf = (list: readonly unknown[]): readonly unknown[] | undefined => (list.length === 0 ? undefined : list);

/** Invalid numbers stay text, and the schema reports the error. */
function writeNumber(text: string): unknown {
  if (text === "") return undefined;
  return Number.isFinite(Number(text)) ? Number(text) : text;
}

function writeRows(field: FieldView, cells: readonly FieldView[], rows: readonly Values[]): WrittenValue {
  const written = rows.map((row) => writePayload(cells, row));
  return {
    value: someOf(written.map(({ payload }) => payload)),
    problems: written.flatMap(({ problems }, place) =>
      within(
        field,
        problems.map(({ path, message }) => ({ path: `[${place}].${path}`, message })),
      ),
    ),
  };
}

const within = (field: FieldView, problems: readonly FieldProblem[]): readonly FieldProblem[] =>
  problems.map(({ path, message }) => ({ path: keyOf(field) + path, message }));

function writeJson(field: FieldView, text: string): WrittenValue {
  if (text.trim() === "") return good(undefined);
  const read = parseObject(text);
  return typeof read === "string"
    ? { value: undefined, problems: [{ path: keyOf(field), message: read }] }
    : good(read);
}

/** A free-form JSON object, or the error of its text. */
export function parseObject(text: string): Payload | string {
  try {
    const value: unknown = JSON.parse(text);
    return isRecord(value) ? value : 'Write an object: {"name": "value"}.';
  } catch (error) {
    return `Invalid JSON: ${error instanceof Error ? error.message : String(error)}`;
  }
}
