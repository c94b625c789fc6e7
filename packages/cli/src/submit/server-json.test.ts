import { expect, test } from "vitest";
import { submissionOfServerJson } from "./server-json.js";

const read = (members: object) =>
  submissionOfServerJson({ name: "io.github.acme/tracker", version: "1.4.0", ...members }, "server.json");
const readPackage = (entry: object) => read({ packages: [{ identifier: "acme/tracker", ...entry }] });
const noteOn = (names: string): string =>
  `The registry stores no values: those of ${names} are in their descriptions. Edit them if they are private.`;

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
  expect(notes).toEqual([noteOn("REGION")]);
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
  expect(notes).toEqual([noteOn("READ_ONLY")]);
});

test("what each user fills in is a variable, and what nobody is asked for is told", () => {
  const variables = { src: { description: "A folder", isRequired: true, default: "/srv" } };
  const packageArguments = [
    { type: "named", name: "--mount", value: "src={src},dst=/x", variables },
    { type: "named", name: "--read-only" },
  ];
  const { draft, notes } = readPackage({ registryType: "npm", packageArguments });
  expect(draft).toMatchObject({
    args: ["-y", "acme/tracker@1.4.0", "--mount", "src=${SRC},dst=/x"],
    environment_variables: [{ name: "SRC", description: "A folder. Default: /srv", required: true }],
  });
  expect(notes).toEqual([noteOn("SRC"), "Arguments that are not required are left out: --read-only"]);
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
  expect(notes).toEqual([noteOn("Authorization, X-Mode")]);
});

test("the value of a secret is not submitted, which the note says", () => {
  const environmentVariables = [{ name: "TOKEN", default: "acme-4711", isSecret: true }];
  const { draft, notes } = readPackage({ registryType: "npm", environmentVariables });
  expect(draft["environment_variables"]).toEqual([{ name: "TOKEN", description: "", required: false }]);
  expect(notes).toEqual(["The values of TOKEN are secrets, which are not submitted."]);
});

test("an address that each user completes is refused", () => {
  expect(() => read({ remotes: [{ type: "sse", url: "https://{tenant}.acme.test/mcp" }] })).toThrow(
    "The address https://{tenant}.acme.test/mcp is different for each user",
  );
});
