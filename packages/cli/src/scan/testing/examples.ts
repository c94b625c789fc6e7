export interface Home {
  /** `~/…` in the home, else in the project. */
  readonly files: Readonly<Record<string, string>>;
  /** `type scope name file`, and `(!)` for what cannot be registered. */
  readonly found: readonly string[];
}

export const json = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;
export const skill = (name: string): string =>
  `---\nname: ${name}\ndescription: Does ${name} when asked.\n---\n\n# ${name}\n\nSteps.\n`;
export const agent = (name: string): string =>
  `---\nname: ${name}\ndescription: Reviews changes.\nmodel: inherit\n---\n\nYou review.\n`;

/** Every secret in the examples begins with `s3cr3t`. */
export const TRACKER = {
  command: "npx",
  args: ["-y", "@acme/tracker@1.4.0"],
  env: { TRACKER_TOKEN: "s3cr3t-of-the-tracker" },
};
export const HEADERS = { Authorization: "Bearer s3cr3t-of-the-search" };
export const SEARCH = { url: "https://mcp.acme.test/mcp", headers: HEADERS };
