import type { PolicyHarness, PolicyPlatform } from "@tackroom/contract";
import { HARNESSES, type HarnessId } from "../harnesses.js";
import type { McpServer } from "../neutral.js";
import { matchersOf, takesVariable, type ServerMatcher } from "./server-matchers.js";

interface PolicyFacts {
  readonly displayName: string;
  /** Those that read the file. */
  readonly harnesses: readonly HarnessId[];
  readonly fileName: string;
  readonly places: Readonly<Record<PolicyPlatform, string>>;
  /** Settings that make the others binding. */
  readonly binding: Readonly<Record<string, boolean>>;
  /** How it could be told where to send telemetry. */
  readonly telemetry: string;
}

export const POLICIES: Readonly<Record<PolicyHarness, PolicyFacts>> = {
  "claude-code": {
    displayName: "Claude Code",
    harnesses: ["claude-code"],
    fileName: "managed-settings.json",
    places: {
      macos: "/Library/Application Support/ClaudeCode/managed-settings.json",
      linux: "/etc/claude-code/managed-settings.json",
      windows: String.raw`C:\Program Files\ClaudeCode\managed-settings.json`,
    },
    // Without it people could add servers to the list in settings of their own.
    binding: { allowManagedMcpServersOnly: true },
    telemetry: "OTEL_* variables in env",
  },
  copilot: {
    displayName: "GitHub Copilot (CLI and VS Code)",
    harnesses: ["copilot", "copilot-cli"],
    fileName: "managed-settings.json",
    places: {
      macos: "/Library/Application Support/GitHubCopilot/managed-settings.json",
      linux: "/etc/github-copilot/managed-settings.json",
      windows: String.raw`C:\Program Files\GitHubCopilot\managed-settings.json`,
    },
    binding: {},
    telemetry: "telemetry",
  },
};

export interface PolicyServer {
  /** What people know it by: `ada/tickets 1.2.0`. */
  readonly label: string;
  readonly server: McpServer;
}

export interface ManagedCatalogue {
  readonly servers: readonly PolicyServer[];
  /** Addresses that are allowed although no item has them: the registry's own. */
  readonly ownAddresses: readonly string[];
  readonly marketplace: { readonly name: string; readonly url: string } | null;
}

export interface ManagedSettings {
  /** The bytes of the file: the same for the same catalogue. */
  readonly content: string;
  readonly allowedCount: number;
  readonly notes: readonly string[];
}

/** The file with which an organisation lets a client use what is approved, and nothing else. */
export function managedSettings(id: PolicyHarness, catalogue: ManagedCatalogue): ManagedSettings {
  const { binding, harnesses, telemetry, displayName } = POLICIES[id];
  const readers = harnesses.map((each) => HARNESSES[each]);
  const matched = catalogue.servers.map((each) => ({ ...each, matchers: matchersOf(each.server, readers) }));
  const own = catalogue.ownAddresses.map((serverUrl) => ({ serverUrl }));
  const allowed = inOrder([...own, ...matched.flatMap(({ matchers }) => matchers)]);
  const settings = {
    ...binding,
    allowedMcpServers: allowed,
    deniedMcpServers: [],
    ...(catalogue.marketplace && marketplaces(catalogue.marketplace)),
  };
  const without = matched.filter(({ matchers }) => matchers.length === 0);
  const withVariables = matched.filter(({ server }) => takesVariable(server));
  return {
    content: `${JSON.stringify(settings, null, 2)}\n`,
    allowedCount: allowed.length,
    notes: [
      ...noteAbout(
        without,
        "Left out, because a pattern for their addresses would also allow hosts that nobody has approved",
      ),
      ...noteAbout(
        withVariables,
        "Have variables in their commands, which have to be written in each person's configuration as they are here",
      ),
      ...(catalogue.marketplace
        ? []
        : [
            "Marketplaces are left out: the registry is not public, so clients can read its marketplace only through a feed. Choose one.",
          ]),
      `Telemetry (${telemetry}) is left out: this server does not receive OTLP. ${displayName} sends nothing because of this file.`,
    ],
  };
}

function marketplaces({ name, url }: { readonly name: string; readonly url: string }) {
  const source = { source: "git", url };
  return { extraKnownMarketplaces: { [name]: { source, autoUpdate: true } }, strictKnownMarketplaces: [source] };
}

const rank = (matcher: ServerMatcher): number => ("serverUrl" in matcher ? 0 : 1);

/** Each once, addresses first, so that the same catalogue makes the same file. */
function inOrder(matchers: readonly ServerMatcher[]): ServerMatcher[] {
  const byText = new Map(matchers.map((matcher) => [JSON.stringify(matcher), matcher]));
  return [...byText]
    .toSorted(([a, one], [b, other]) => rank(one) - rank(other) || (a < b ? -1 : 1))
    .map(([, matcher]) => matcher);
}

const NAMED = 10;

function noteAbout(servers: readonly PolicyServer[], what: string): string[] {
  if (servers.length === 0) return [];
  const names = [...new Set(servers.map(({ label }) => label))].toSorted();
  const more = names.length > NAMED ? ` and ${names.length - NAMED} more` : "";
  return [`${what}: ${names.slice(0, NAMED).join(", ")}${more}.`];
}
