import type { Tree, TreeCursor } from "web-tree-sitter";
import { type NodeTable, type SyntaxNames, SyntaxTree } from "./syntax-tree.js";

/** A file of 1 MB that people wrote has about 300,000. */
const MAX_NODES = 2_000_000;

interface Copied {
  readonly path: string;
  readonly text: string;
  readonly names: SyntaxNames;
}

/** Undefined where the tree has too many nodes. */
export function copyTree(tree: Tree, { path, text, names }: Copied): SyntaxTree | undefined {
  const table = new GrowingTable();
  const cursor = tree.walk();
  try {
    const isComplete = copyNodes(cursor, table);
    return isComplete ? new SyntaxTree(path, text, names, table.finish()) : undefined;
  } finally {
    cursor.delete();
  }
}

function copyNodes(cursor: TreeCursor, table: GrowingTable): boolean {
  // What each open node is in the table: itself, or the one around it where it was left out.
  const open = [table.add(cursor, -1)];
  let depth = 0;
  for (;;) {
    if (table.count > MAX_NODES) return false;
    if (cursor.gotoFirstChild()) depth += 1;
    else {
      while (!cursor.gotoNextSibling()) {
        if (!cursor.gotoParent()) return true;
        depth -= 1;
        if (depth === 0) return true;
      }
    }
    const parent = open[depth - 1] ?? 0;
    open[depth] = isKept(cursor) ? table.add(cursor, parent) : parent;
  }
}

/** Punctuation and keywords say nothing that the nodes around them do not, unless they have a role. */
function isKept(cursor: TreeCursor): boolean {
  if (!cursor.nodeIsNamed) return cursor.currentFieldId !== 0;
  return cursor.nodeType !== "comment";
}

class GrowingTable {
  count = 0;
  #capacity = 1024;
  #kind = new Uint16Array(this.#capacity);
  #field = new Uint16Array(this.#capacity);
  #start = new Uint32Array(this.#capacity);
  #end = new Uint32Array(this.#capacity);
  #parent = new Int32Array(this.#capacity);
  #firstChild = new Int32Array(this.#capacity);
  #nextSibling = new Int32Array(this.#capacity);
  #lastChild = new Int32Array(this.#capacity);

  add(cursor: TreeCursor, parent: number): number {
    if (this.count === this.#capacity) this.#grow();
    const id = this.count;
    this.count += 1;
    this.#kind[id] = cursor.nodeTypeId;
    this.#field[id] = cursor.currentFieldId;
    this.#start[id] = cursor.startIndex;
    this.#end[id] = cursor.endIndex;
    this.#parent[id] = parent;
    this.#firstChild[id] = -1;
    this.#nextSibling[id] = -1;
    this.#lastChild[id] = -1;
    if (parent >= 0) this.#append(parent, id);
    return id;
  }

  finish(): NodeTable {
    return {
      count: this.count,
      kind: this.#kind.slice(0, this.count),
      field: this.#field.slice(0, this.count),
      start: this.#start.slice(0, this.count),
      end: this.#end.slice(0, this.count),
      parent: this.#parent.slice(0, this.count),
      firstChild: this.#firstChild.slice(0, this.count),
      nextSibling: this.#nextSibling.slice(0, this.count),
    };
  }

  #append(parent: number, id: number): void {
    const last = this.#lastChild[parent] ?? -1;
    if (last < 0) this.#firstChild[parent] = id;
    else this.#nextSibling[last] = id;
    this.#lastChild[parent] = id;
  }

  #grow(): void {
    this.#capacity *= 2;
    this.#kind = grown(this.#kind, new Uint16Array(this.#capacity));
    this.#field = grown(this.#field, new Uint16Array(this.#capacity));
    this.#start = grown(this.#start, new Uint32Array(this.#capacity));
    this.#end = grown(this.#end, new Uint32Array(this.#capacity));
    this.#parent = grown(this.#parent, new Int32Array(this.#capacity));
    this.#firstChild = grown(this.#firstChild, new Int32Array(this.#capacity));
    this.#nextSibling = grown(this.#nextSibling, new Int32Array(this.#capacity));
    this.#lastChild = grown(this.#lastChild, new Int32Array(this.#capacity));
  }
}

function grown<T extends Uint16Array | Uint32Array | Int32Array>(from: T, into: T): T {
  into.set(from);
  return into;
}
