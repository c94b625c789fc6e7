import type { SyntaxNode, SyntaxTree } from "../syntax/syntax-tree.js";
import type { Argument } from "./language.js";

/** What an expression is known to be without running it; undefined where that cannot be said. */
export type Value =
  | string
  | number
  | boolean
  | null
  | undefined
  | ListValue
  | ObjectValue
  | CallValue
  | FunctionValue
  | ClassValue
  | InstanceValue
  | ModuleValue
  | ExternalValue
  | PartialText;

/** A value that is worked out when it is needed. */
export type Thunk = { readonly node: SyntaxNode; readonly env: Environment } | { readonly value: Value };

export interface ListValue {
  readonly type: "list";
  readonly items: readonly Thunk[];
}

export interface ObjectValue {
  readonly type: "object";
  readonly entries: ReadonlyMap<string, Thunk>;
  /** Something was spread into it that is not known. */
  readonly isPartial?: boolean;
  /** The name of its type where the language gives it one, such as `mcp.Tool`. */
  readonly of?: string;
  readonly node?: SyntaxNode;
}

/** A call of something outside of the repository, as it is written. */
export interface CallValue {
  readonly type: "call";
  /** What is called, by its own name: `Tool` of `types.Tool(…)`. */
  readonly name: string;
  readonly callee: Value;
  /** What a method is called on. */
  readonly receiver: Value;
  readonly args: readonly Argument[];
  readonly env: Environment;
  readonly node: SyntaxNode;
}

export interface FunctionValue {
  readonly type: "function";
  readonly node: SyntaxNode;
  readonly env: Environment;
}

export interface ClassValue {
  readonly type: "class";
  readonly node: SyntaxNode;
}

export interface InstanceValue {
  readonly type: "instance";
  readonly of: ClassValue;
  readonly args: readonly Argument[];
  readonly env: Environment;
  /** Where it is made. */
  readonly node: SyntaxNode;
}

export interface ModuleValue {
  readonly type: "module";
  readonly trees: readonly SyntaxTree[];
}

/** Something of another package, by the path to it: `zod`, `z`. */
export interface ExternalValue {
  readonly type: "external";
  readonly module: string;
  readonly path: readonly string[];
}

/** A text of which parts are only known when the program runs; they are left out as an ellipsis. */
export interface PartialText {
  readonly type: "partial";
  readonly text: string;
}

/** What parameters and loop variables stand for, in one of the ways in which their function is called. */
export class Environment {
  static #next = 0;
  static readonly EMPTY = new Environment(new Map(), undefined);
  readonly #own: ReadonlyMap<string, Thunk>;
  readonly #outer: Environment | undefined;
  readonly self: InstanceValue | ClassValue | undefined;
  readonly depth: number;
  readonly id: number;

  constructor(
    own: ReadonlyMap<string, Thunk>,
    outer: Environment | undefined,
    self: InstanceValue | ClassValue | undefined = outer?.self,
  ) {
    this.#own = own;
    this.#outer = outer;
    this.self = self;
    this.depth = (outer?.depth ?? 0) + 1;
    this.id = Environment.#next;
    Environment.#next += 1;
  }

  get(key: string): Thunk | undefined {
    const own = this.#own.get(key);
    if (own !== undefined || this.#outer === undefined) return own;
    return this.#outer.get(key);
  }
}

type Typed = Extract<Value, { type: string }>;
export const isTyped = (value: Value): value is Typed => typeof value === "object" && value !== null;

export function isType<T extends Typed["type"]>(value: Value, type: T): value is Extract<Typed, { type: T }> {
  return isTyped(value) && value.type === type;
}
