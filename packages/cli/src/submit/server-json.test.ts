import { expect, test } from "vitest";
import { submissionOfServerJson } from "./server-json.js";

const read = (members: object) =>
  submissionOfServerJson({ name: "io.github.acme/tracker", version: "1.4.0", ...members }, "server.json");
const readPackage = (entry: object) => read({ packages: [{ identifier: "acme/tracker", ...entry }] });

test("a container keeps its mounts, its network and its fixed values", () => {
  const runtimeArguments = [
    { type: "named", name: "--mount", value: "type=bind,src=/srv/data,dst=/data" },
    { type: "named", name: "--network", value: "none" },
    { type: "positional", value: "--rm" },
  ];
  const environmentVariables = [
    { name: "READ_ONLY", value: "true" },
    { name: "TOKEN", isRequired: true, isSecret: true },
    { name: "REGION", description: "Where", default: "eu" },
  ];
  const { draft, notes } = readPackage({ registryType: "oci", runtimeArguments, environmentVariables });
  expect(draft).toMatchObject({
    command: "docker",
    args: (
      "run -i --rm --mount type=bind,src=/srv/data,dst=/data --network none " +
      "-e READ_ONLY=true -e TOKEN -e REGION acme/tracker:1.4.0"
    ).split(" "),
    environment_variables: [
      { name: "TOKEN", description: "", required: true },
      { name: "REGION", description: "Where. Default: eu", required: false },
    ],
  });
  expect(notes).toEqual(["The values of REGION are not submitted, only their names."]);
});

test("other runners get their arguments, and a fixed value is asked for", () => {
  const runtimeArguments = [{ type: "named", name: "--python", value: "3.11" }];
  const environmentVariables = [{ name: "READ_ONLY", value: "true" }];
  const { draft, notes } = readPackage({ registryType: "pypi", runtimeArguments, environmentVariables });
  expect(draft).toMatchObject({
    command: "uvx",
    args: ["--python", "3.11", "acme/tracker@1.4.0"],
    environment_variables: [{ name: "READ_ONLY", description: "Value: true", required: true }],
  });
  expect(notes).toEqual(["The values of READ_ONLY are not submitted, only their names."]);
});

test("what each user fills in is a variable, and what nobody is asked for is told", () => {
  const variables = { src: { description: "A folder", isRequired: true } };
  const packageArguments = [
    { type: "named", name: "--mount", value: "src={src},dst=/x", variables },
    { type: "named", name: "--read-only" },
  ];
  const { draft, notes } = readPackage({ registryType: "npm", packageArguments });
  expect(draft).toMatchObject({
    args: ["-y", "acme/tracker@1.4.0", "--mount", "src=${SRC},dst=/x"],
    environment_variables: [{ name: "SRC", description: "A folder", required: true }],
  });
  expect(notes).toEqual(["Arguments that are not required are left out: --read-only"]);
});

test("a header with a required part or a fixed value is required", () => {
  const headers = [
    { name: "Authorization", value: "Bearer {api_key}", variables: { api_key: { isRequired: true, isSecret: true } } },
    { name: "X-Mode", value: "read-only" },
    { name: "X-Trace" },
  ];
  const { draft, notes } = read({ remotes: [{ type: "sse", url: "https://mcp.acme.test/sse", headers }] });
  expect(draft["headers"]).toEqual([
    { name: "Authorization", description: "Value: Bearer {api_key}", required: true },
    { name: "X-Mode", description: "Value: read-only", required: true },
    { name: "X-Trace", description: "", required: false },
  ]);
  expect(notes).toEqual(["The values of Authorization, X-Mode are not submitted, only their names."]);
});

test("an address that each user completes is refused", () => {
  expect(() => read({ remotes: [{ type: "sse", url: "https://{tenant}.acme.test/mcp" }] })).toThrow(
    "The address https://{tenant}.acme.test/mcp is different for each user",
  );
});
