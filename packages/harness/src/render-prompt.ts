import type { Harness, PromptDialect } from "./harness.js";
import { HARNESSES, type HarnessId } from "./harnesses.js";
import type { FileToMerge, FileToWrite, InstallOptions, Platform, PromptTemplate, Scope } from "./neutral.js";
import { fileToMerge } from "./render/merge-file.js";
import { fillPath, NAME, pathPart, placeIn, pointerPart } from "./render/names.js";
import { withNamedArguments } from "./render/prompt-text.js";
import { present } from "./render/text.js";
import type { PromptRendering } from "./rendering.js";

/** A prompt as its text, and as a command where the harness has them. */
export function renderPrompt(id: HarnessId, prompt: PromptTemplate, options: InstallOptions = {}): PromptRendering {
  const harness: Harness = HARNESSES[id];
  const placed = placePrompt(harness, prompt, { ...options, scope: options.scope ?? harness.defaultScope });
  return {
    snippet: present({
      prompt: { name: prompt.name, template: prompt.template, variables: prompt.variables },
      prompt_files: placed.file === undefined ? undefined : [placed.file],
      prompt_config: placed.config,
    }),
    files: placed.file === undefined ? [] : [placed.file],
    warnings: placed.warnings,
  };
}

export interface PlacedPrompt {
  readonly file?: FileToWrite;
  readonly config?: FileToMerge;
  readonly warnings: readonly string[];
}

/** The file of a prompt, in the scope that is wanted or in the only one where the harness has prompts. */
export function placePrompt(
  harness: Harness,
  prompt: PromptTemplate,
  options: InstallOptions & { readonly scope: Scope },
): PlacedPrompt {
  const here = placeInScope(harness, prompt, options);
  if (here.file !== undefined) return here;
  const other: Scope = options.scope === "project" ? "user" : "project";
  const there = placeInScope(harness, prompt, { ...options, scope: other });
  if (there.file === undefined) return here;
  const moved = `${harness.displayName} supports prompts only in ${other} scope, so "${prompt.name}" is installed there.`;
  return { ...there, warnings: [moved, ...there.warnings] };
}

function placeInScope(
  harness: Harness,
  prompt: PromptTemplate,
  { scope, platform }: InstallOptions & { readonly scope: Scope },
): PlacedPrompt {
  const { prompts: dialect, displayName } = harness;
  if (dialect === undefined) {
    return {
      warnings: [
        `${displayName} supports neither prompts nor commands. Paste the text of "${prompt.name}", or publish it as a skill.`,
      ],
    };
  }
  const folder = placeIn(dialect.places, scope, platform);
  if (folder === undefined) {
    return { warnings: [`${displayName} does not support prompts in ${scope} scope, so "${prompt.name}" is omitted.`] };
  }
  const path = fillPath(promptPath(dialect, folder), pathPart(prompt.name));
  const config = promptConfig(dialect, prompt, { path, scope, platform });
  return {
    file: { path, content: dialect.render(withNamedArguments(prompt)) },
    ...(config === undefined ? {} : { config }),
    warnings: dialect.advice === undefined ? [] : [dialect.advice],
  };
}

/** With the name still to be filled in. */
export const promptPath = ({ filename }: PromptDialect, folder: string): string => `${folder}/${filename(NAME)}`;

interface PromptPlace {
  readonly path: string;
  readonly scope: Scope;
  readonly platform: Platform | undefined;
}

function promptConfig(
  { config }: PromptDialect,
  prompt: PromptTemplate,
  { path, scope, platform }: PromptPlace,
): FileToMerge | undefined {
  const file = config && placeIn(config.places, scope, platform);
  if (config === undefined || file === undefined) return undefined;
  const { format, list, merge } = config;
  return fileToMerge({
    path: file,
    format,
    content: { [list]: [config.element(prompt, path)] },
    keys: [`/${pointerPart(list)}/-`],
    merge,
  });
}
