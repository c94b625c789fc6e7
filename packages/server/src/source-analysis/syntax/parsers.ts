import { readFileSync } from "node:fs";
import { Language, Parser, type Tree } from "web-tree-sitter";
import { copyTree } from "./copy-tree.js";
import { maxNesting } from "./nesting.js";
import type { SyntaxNames, SyntaxTree } from "./syntax-tree.js";

const GRAMMARS = ["python", "go", "typescript", "tsx"] as const;
export type Grammar = (typeof GRAMMARS)[number];

/** The parsers' memory is outside of the JavaScript heap, so the thread's limits do not bound it. */
const MEMORY_PAGES = { initial: 512, maximum: 12_288 };
/** The parsers recurse while they recover from errors: what is nested deeper than any source that people write is not read. */
const MAX_NESTING = 400;
const MAX_PARSE_MS = 5000;

/** The parser cannot be used again, in this thread, after it met this file. */
export class ParserCrash extends Error {
  readonly path: string;

  constructor(path: string, cause: unknown) {
    super(`The parser failed on ${path}`, { cause });
    this.path = path;
  }
}

export interface Parsers {
  /** Undefined where the file is nested too deeply, or takes too long to parse. */
  parse(path: string, text: string, grammar: Grammar): SyntaxTree | undefined;
}

interface LoadedGrammar {
  readonly language: Language;
  readonly names: SyntaxNames;
}

export async function loadParsers(): Promise<Parsers> {
  // The types of Node know no argument of the constructor.
  await Parser.init({ wasmMemory: Reflect.construct(WebAssembly.Memory, [MEMORY_PAGES]) });
  const parser = new Parser();
  const loaded = new Map<Grammar, LoadedGrammar>();
  for (const grammar of GRAMMARS) {
    const language = await Language.load(readFileSync(grammarFile(grammar)));
    loaded.set(grammar, { language, names: namesOf(language) });
  }
  return {
    parse(path, text, grammar) {
      const known = loaded.get(grammar);
      if (!known || maxNesting(text) > MAX_NESTING) return undefined;
      try {
        return parseWith(parser, known, { path, text });
      } catch (error) {
        throw new ParserCrash(path, error);
      }
    },
  };
}

function parseWith(
  parser: Parser,
  { language, names }: LoadedGrammar,
  { path, text }: { path: string; text: string },
): SyntaxTree | undefined {
  parser.setLanguage(language);
  const started = performance.now();
  const tree: Tree | null = parser.parse(text, null, {
    progressCallback: () => performance.now() - started > MAX_PARSE_MS,
  });
  if (!tree) {
    parser.reset();
    return undefined;
  }
  try {
    return copyTree(tree, { path, text, names });
  } finally {
    tree.delete();
  }
}

function namesOf(language: Language): SyntaxNames {
  const kinds = Array.from({ length: language.nodeTypeCount }, (_, id) => language.nodeTypeForId(id) ?? "");
  const fields = Array.from({ length: language.fieldCount + 1 }, (_, id) => language.fieldNameForId(id) ?? "");
  return { kinds, fields };
}

/** The folder is at the same distance from the sources and from what is compiled of them. */
function grammarFile(grammar: Grammar): URL {
  return new URL(`../../../assets/grammars/tree-sitter-${grammar}.wasm`, import.meta.url);
}
