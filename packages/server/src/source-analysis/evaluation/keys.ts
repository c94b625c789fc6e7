import type { SyntaxNode } from "../syntax/syntax-tree.js";
import type { Thunk } from "./values.js";

/** The same place of the same file has the same key. */
export const nodeKey = ({ tree, id }: SyntaxNode): string => `${tree.path}#${id}`;
export const parameterKey = (fn: SyntaxNode, name: string): string => `${nodeKey(fn)}(${name})`;
export const selfKey = (around: SyntaxNode): string => `${nodeKey(around)}.self`;
export const loopKey = (at: SyntaxNode, pick: unknown): string => `${nodeKey(at)}${pick === "key" ? "[key]" : "[]"}`;

/** A loop's variables, while it is at one element. */
export const loopBound = (at: SyntaxNode, element: Thunk, key?: Thunk): Map<string, Thunk> =>
  new Map([[loopKey(at, "value"), element] as const, ...(key ? [[loopKey(at, "key"), key] as const] : [])]);
