import bash from "highlight.js/lib/languages/bash";
import css from "highlight.js/lib/languages/css";
import dockerfile from "highlight.js/lib/languages/dockerfile";
import go from "highlight.js/lib/languages/go";
import ini from "highlight.js/lib/languages/ini";
import javascript from "highlight.js/lib/languages/javascript";
import json from "highlight.js/lib/languages/json";
import markdown from "highlight.js/lib/languages/markdown";
import python from "highlight.js/lib/languages/python";
import rust from "highlight.js/lib/languages/rust";
import sql from "highlight.js/lib/languages/sql";
import typescript from "highlight.js/lib/languages/typescript";
import xml from "highlight.js/lib/languages/xml";
import yaml from "highlight.js/lib/languages/yaml";
import { createLowlight } from "lowlight";
import type { Language } from "./languages.js";

export interface CodePart {
  readonly text: string;
  /** What it is, if it has a colour of its own. */
  readonly look: Look | undefined;
}

export type Look = "comment" | "keyword" | "string" | "number" | "name";

const GRAMMARS = {
  bash,
  css,
  dockerfile,
  go,
  ini,
  javascript,
  json,
  markdown,
  python,
  rust,
  sql,
  typescript,
  xml,
  yaml,
} satisfies Record<Language, unknown>;

const lowlight = createLowlight(GRAMMARS);

/** The library knows dozens of scopes; five colours are enough to read by. */
const LOOKS: Readonly<Record<string, Look>> = {
  comment: "comment",
  quote: "comment",
  keyword: "keyword",
  built_in: "keyword",
  "selector-tag": "keyword",
  tag: "keyword",
  section: "keyword",
  meta: "keyword",
  string: "string",
  regexp: "string",
  code: "string",
  addition: "string",
  number: "number",
  literal: "number",
  symbol: "number",
  title: "name",
  attr: "name",
  attribute: "name",
  property: "name",
  name: "name",
  type: "name",
};

/** The code in parts, which together are the code. */
export function codeParts(code: string, language: Language): CodePart[] {
  return flat(lowlight.highlight(language, code).children, undefined);
}

type Nodes = ReturnType<typeof lowlight.highlight>["children"];

function flat(nodes: Nodes, look: Look | undefined): CodePart[] {
  return nodes.flatMap((node): CodePart[] => {
    if (node.type === "text") return [{ text: node.value, look }];
    if (node.type !== "element") return [];
    const names = node.properties["className"];
    const scope = Array.isArray(names) ? String(names[0]).replace(/^hljs-/, "") : "";
    return flat(node.children, LOOKS[scope] ?? look);
  });
}
