interface Reach {
  readonly command?: string;
  readonly args?: readonly string[];
  readonly url?: string;
}

/** A name for a server that was pasted without one: its package, its image, its module or its host. */
export function nameOf({ command = "", args = [], url }: Reach, image: string | undefined): string {
  if (url !== undefined) return hostName(url);
  if (image !== undefined) return slugOf((image.split("@sha256:", 1)[0] ?? "").replace(/:[^/:]*$/, ""));
  const module = args[args.indexOf("-m") + 1];
  if (args.includes("-m") && module !== undefined) return slugOf(module.replaceAll(".", "-"));
  const from = args.indexOf("--from");
  // `uvx --from git+https://… serve`: the program is more telling than the address.
  const words = args.filter((word, at) => !word.startsWith("-") && (from === -1 || at !== from + 1));
  const isRunner =
    /(?:^|[\\/])(?:npx|bunx|pnpx|uvx|pipx|node|bun|deno|python[\d.]*|uv|pnpm|yarn|npm|java|go)(?:\.\w+)?$/.test(
      command,
    );
  const packages = words.filter((word) => !/^(?:run|exec|dlx|x|tool|-y)$/.test(word));
  return slugOf((isRunner ? packages[0] : undefined) ?? command);
}

function hostName(url: string): string {
  const [, host = ""] = /^https?:\/\/(?:[^/@]*@)?([^/:?#]+)/i.exec(url) ?? [];
  const labels = host.split(".").filter((label) => !/^(?:www|mcp|api|docs)$/.test(label));
  return slugOf(labels[0] ?? "");
}

/** `@acme/tickets-mcp@1.4.0` → `tickets-mcp` */
function slugOf(text: string): string {
  const [withoutFragment = ""] = text.split(/[#?]/, 1);
  const withoutVersion = withoutFragment.replace(/(?<=.)@[^/@]*$/, "");
  const last = withoutVersion.split(/[\\/]/).findLast((part) => part !== "") ?? "";
  return last
    .replace(/\.(?:git|js|mjs|cjs|ts|py|exe|cmd|jar)$/, "")
    .toLowerCase()
    .split(/[^a-z0-9._]+/)
    .filter((part) => part !== "")
    .join("-")
    .replace(/^[._]+/, "");
}
