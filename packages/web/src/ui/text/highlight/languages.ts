/** The languages that code is highlighted in, with the file endings and the fence words that mean them. */
const WORDS = {
  bash: ["sh", "bash", "zsh", "shell", "console"],
  css: ["css"],
  dockerfile: ["dockerfile"],
  go: ["go", "golang"],
  ini: ["toml", "ini", "env"],
  javascript: ["js", "jsx", "mjs", "cjs", "javascript"],
  json: ["json", "jsonc", "json5"],
  markdown: ["md", "mdc", "markdown"],
  python: ["py", "python", "python3"],
  rust: ["rs", "rust"],
  sql: ["sql"],
  typescript: ["ts", "tsx", "mts", "cts", "typescript"],
  xml: ["html", "xml", "svg"],
  yaml: ["yaml", "yml"],
} as const satisfies Readonly<Record<string, readonly string[]>>;

export type Language = keyof typeof WORDS;

const BY_WORD: ReadonlyMap<string, Language> = new Map(
  (Object.entries(WORDS) as [Language, readonly string[]][]).flatMap(([language, words]) =>
    words.map((word) => [word, language] as const),
  ),
);

/** By the word after a fence (`ts`), or by the name of a file (`src/index.ts`); undefined if it says nothing. */
export function languageOf(name: string): Language | undefined {
  const [word = ""] = name.trim().toLowerCase().split(/\s/, 1);
  const file = word.slice(word.lastIndexOf("/") + 1);
  return BY_WORD.get(file.slice(file.lastIndexOf(".") + 1));
}
