import { Type } from "typebox";
import { discoverable, freeObject, someText, text } from "../fields.js";
import { defineKind, releaseOf } from "../kind.js";

export const PROMPT_CATEGORIES = [
  "system-prompt",
  "code-review",
  "code-generation",
  "testing",
  "documentation",
  "debugging",
  "general",
] as const;

export const PromptVariable = Type.Object({
  name: someText(100, {
    pattern: "^[A-Za-z_][A-Za-z0-9_.-]*$",
    description: "a name of letters, digits, _, . and - that starts with a letter or _",
  }),
  description: Type.Optional(text(2000)),
  required: Type.Optional(Type.Boolean()),
  default: Type.Optional(text(20_000)),
});

const fields = {
  ...discoverable,
  category: Type.Enum([...PROMPT_CATEGORIES]),
  template: someText(200_000),
  variables: Type.Optional(Type.Array(PromptVariable, { maxItems: 200 })),
  model_hints: Type.Optional(freeObject),
};

export const prompt = defineKind({
  kind: "prompt",
  type: "prompts",
  title: "prompt",
  itemFields: {},
  fields,
  submitOnly: {},
  release: releaseOf(fields),
  detailFields: {},
  summaryFields: { category: Type.String() },
  filters: { category: Type.Optional(someText(100)) },
  install: {},
  installReply: {},
  deleteErrors: ["pinned"],
});
