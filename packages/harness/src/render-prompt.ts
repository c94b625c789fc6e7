import type { Harness, PromptDialect } from "./harness.js";
import { HARNESSES, type HarnessId } from "./harnesses.js";
import type { FileToMerge, FileToWrite, InstallOptions, Platform, PromptTemplate, Scope } from "./neutral.js";
import { fileToMerge } from "./render/merge-file.js";
import { fillPath, NAME, pathPart, placeIn, pointerPart } from "./render/names.js";
import { withNamedArguments } from "./render/prompt-text.js";
import { present } from "./render/text.js";
import type { PromptRendering } from "./rendering.js";

/** A prompt as its text, and as a command where the harness has them, in the wanted scope or in the only one that has any. */
export function renderPrompt(id: HarnessId, prompt: PromptTemplate, options: InstallOptions = {}): PromptRendering {
  const harness: Harness = HARNESSES[id];
  const scope = options.scope ?? harness.defaultScope;
  const here = placePrompt(harness, prompt, { ...options, scope });
  const placed = here.file === undefined ? placeInOtherScope(harness, prompt, { ...options, scope }, here) : here;
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

function placeInOtherScope(
  harness: Harness,
  prompt: PromptTemplate,
  options: PlaceOptions,
  here: PlacedPrompt,
): PlacedPrompt {
  const other = otherScope(options.scope);
  const there = placePrompt(harness, prompt, { ...options, scope: other });
  if (there.file === undefined) return here;
  const moved = `${harness.displayName} supports prompts only in ${other} scope, so "${prompt.name}" is installed there.`;
  return { ...there, warnings: [moved, ...there.warnings] };
}

const otherScope = (scope: Scope): Scope => (scope === "project" ? "user" : "project");

type PlaceOptions = InstallOptions & { readonly scope: Scope };

export interface PlacedPrompt {
  readonly file?: FileToWrite;
  readonly config?: FileToMerge;
  readonly warnings: readonly string[];
}

/** The file of a prompt in this scope and no other: what belongs to an agent is where the agent is. */
export function placePrompt(harness: Harness, prompt: PromptTemplate, { scope, platform }: PlaceOptions): PlacedPrompt {
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
    const include = `Install the agent with scope "${otherScope(scope)}" to include it.`;
    return {
      warnings: [
        `${displayName} does not support prompts in ${scope} scope, so "${prompt.name}" is omitted. ${include}`,
      ],
    };
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
