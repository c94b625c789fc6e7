/** The bytes that a digest is over, whatever the editor made of line ends: LF, and one at the end. */
export function canonicalSkillMd(text: string): string {
  const lines = withLineFeeds(text);
  let end = lines.length;
  while (lines[end - 1] === "\n") end -= 1;
  return `${lines.slice(0, end)}\n`;
}

export function withLineFeeds(text: string): string {
  return text.replace(/^\uFEFF/, "").replaceAll(/\r\n?/g, "\n");
}

export interface SkillSource {
  readonly name: string;
  readonly description: string;
  readonly source?: string | undefined;
  readonly ref?: string | undefined;
  readonly path?: string | undefined;
}

/** Stands for the text of a skill that only its repository has. JSON strings are YAML whose spelling nothing can change. */
export function stubSkillMd({ name, description, source, ref, path }: SkillSource): string {
  const lines = Object.entries({ name, description, source, ref, path })
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => `${key}: ${JSON.stringify(value)}\n`);
  return `---\n${lines.join("")}---\n`;
}
