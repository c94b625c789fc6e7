import { expect, test } from "vitest";
import { serverCard } from "./server-card.js";

const described = (fields: Readonly<Record<string, unknown>>) => ({
  item: { id: "0190aaaa-0000-7000-8000-000000000001", namespace: "ada", slug: "tickets" },
  version: { version: "1.2.0", name: "Tickets", description: "Reads tickets", digest: "sha256:00", fields },
});

test("a server card says who a remote server is and where it is reached, and nothing of how one is started", () => {
  const fields = { url: "https://mcp.acme.test/mcp", transport: "streamable-http", git_url: "https://github.com/a/b" };
  expect(serverCard("tack.example.com", described(fields))).toEqual({
    $schema: "https://static.modelcontextprotocol.io/schemas/v1/server-card.schema.json",
    name: "com.example.tack/ada.tickets",
    title: "Tickets",
    description: "Reads tickets",
    version: "1.2.0",
    repository: { url: "https://github.com/a/b", source: "github" },
    remotes: [{ type: "streamable-http", url: "https://mcp.acme.test/mcp" }],
    _meta: {
      "com.example.tack/item": {
        id: "0190aaaa-0000-7000-8000-000000000001",
        qualifiedName: "ada/tickets",
        digest: "sha256:00",
      },
    },
  });
  const local = serverCard("tack.example.com", described({ command: "npx", args: ["-y", "tickets@1.2.0"] }));
  expect(local).not.toHaveProperty("packages");
  expect(local).not.toHaveProperty("remotes");
});

test("the description of a card is short, and its whole text has no place in it", () => {
  const long = described({ url: "https://mcp.acme.test/mcp" });
  const card = serverCard("tack.example.com", {
    ...long,
    version: { ...long.version, description: "word ".repeat(100) },
  });
  expect(card.description.length).toBeLessThanOrEqual(100);
  expect(JSON.stringify(card)).not.toContain("readme");
});
