import type { PastedServer } from "@tackroom/harness/pasted";
import { expect, test } from "vitest";
import { reachOf, valuesFromPasted } from "./pasted-values.js";

const LOCAL: PastedServer = {
  name: "tickets",
  transport: "stdio",
  command: "npx",
  args: ["-y", "tickets-mcp"],
  environment_variables: ["TOKEN"],
  headers: [],
  left_out: ["TOKEN"],
};
const REMOTE: PastedServer = {
  name: "tickets",
  transport: "sse",
  url: "https://mcp.acme.example/sse",
  environment_variables: [],
  headers: ["Authorization"],
  left_out: [],
};

test("a command fills its fields, and clears the address", () => {
  expect(valuesFromPasted(LOCAL, { name: " ", url: "https://old.example" })).toEqual({
    name: "tickets",
    command: "npx",
    args: "-y\ntickets-mcp",
    url: "",
    transport: "stdio",
    docker_image: "",
    environment_variables: [{ name: "TOKEN", description: "", required: true }],
    headers: [],
  });
});

test("an address clears the command, and a typed name stays", () => {
  const values = valuesFromPasted(REMOTE, { name: "mine", command: "npx" });
  expect(values).toMatchObject({ command: "", args: "", url: "https://mcp.acme.example/sse", transport: "sse" });
  expect(values).not.toHaveProperty("name");
});

test("the name of another server that was chosen before gives way", () => {
  expect(valuesFromPasted(REMOTE, { name: "tickets" }, LOCAL)).toMatchObject({ name: "tickets" });
  expect(valuesFromPasted({ ...REMOTE, name: "other" }, { name: "tickets" }, LOCAL)).toMatchObject({ name: "other" });
});

test("a server is told by its command or its address", () => {
  expect([reachOf(LOCAL), reachOf(REMOTE)]).toEqual(["npx -y tickets-mcp", "https://mcp.acme.example/sse"]);
});
