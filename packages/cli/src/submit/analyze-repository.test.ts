import { describe, expect, test } from "vitest";
import { CliError } from "../errors.js";
import { temporaryMachine } from "../scan/testing/temporary-machine.js";
import { addFoundInRepository } from "./analyze-repository.js";
import { readSubmission } from "./read-submission.js";

const URL = "https://git.example/acme/tracker";
const ANALYSIS = {
  name: "Tracker",
  description: "Tracks issues",
  version: "2.1.0",
  tools: [
    { name: "list_issues", docstring: "Lists issues", input_schema: { type: "object" } },
    { name: "close_issue", docstring: "" },
  ],
  environment_variables: [{ name: "TRACKER_TOKEN", description: "From your profile", required: true }],
  issues: ["close_issue: the docstring has fewer than 20 characters"],
  error: null,
  command: "docker",
  args: ["run", "-i", "--rm", "acme/tracker"],
  framework: "fastmcp",
  docker_image: "acme/tracker",
  docker_image_suggested: "tracker",
};

function answering(answer: unknown): { readonly asked: unknown[]; readonly call: never } {
  const asked: unknown[] = [];
  const call = async (_name: string, input: unknown): Promise<unknown> => {
    asked.push(input);
    if (answer instanceof Error) throw answer;
    return answer;
  };
  return { asked, call: call as never };
}

describe("what is found in a repository", () => {
  test("completes what the user has not given", async () => {
    using machine = temporaryMachine();
    const api = answering(ANALYSIS);
    const options = { category: "general", itemVersion: "3.0.0", name: "issues" };
    const body = await readSubmission(machine.cli, "mcp", `${URL}#stable`, {
      ...options,
      lookInto: (draft) => addFoundInRepository(machine.cli, api, draft),
    });
    expect(api.asked).toEqual([{ body: { git_url: URL, git_ref: "stable" } }]);
    expect(body).toEqual({
      name: "issues",
      version: "3.0.0",
      description: "Tracks issues",
      category: "general",
      git_url: URL,
      git_ref: "stable",
      command: "docker",
      args: ["run", "-i", "--rm", "acme/tracker"],
      framework: "fastmcp",
      docker_image: "acme/tracker",
      environment_variables: ANALYSIS.environment_variables,
      tools: [
        { name: "list_issues", description: "Lists issues", input_schema: { type: "object" } },
        { name: "close_issue", description: "" },
      ],
    });
    expect(machine.printed().err).toBe(
      `Found 2 tools and 1 environment variable in ${URL}.\n! close_issue: the docstring has fewer than 20 characters\n`,
    );
  });

  test("is not printed in JSON mode, where an error is the only line", async () => {
    using machine = temporaryMachine({ flags: { output: "json" } });
    await addFoundInRepository(machine.cli, answering(ANALYSIS), { git_url: URL });
    expect(machine.printed()).toEqual({ out: "", err: "" });
  });

  test("leaves the name of the repository if the server does not name itself", async () => {
    using machine = temporaryMachine();
    const empty = { ...ANALYSIS, name: "", description: "", tools: [], environment_variables: [], args: [] };
    const draft = await addFoundInRepository(machine.cli, answering(empty), { name: "tracker", git_url: URL });
    expect(draft).toEqual({
      name: "tracker",
      git_url: URL,
      version: "2.1.0",
      command: "docker",
      framework: "fastmcp",
      docker_image: "acme/tracker",
    });
  });

  test("only so many issues are listed", async () => {
    using machine = temporaryMachine();
    const issues = Array.from({ length: 12 }, (_, at) => `issue ${at}`);
    await addFoundInRepository(machine.cli, answering({ ...ANALYSIS, issues }), { git_url: URL });
    expect(machine.printed().err).toContain("! issue 9\n! and 2 more issues\n");
  });
});

describe("a repository that cannot be analyzed", () => {
  const draft = { name: "tracker", git_url: URL };

  test.each([
    ["an error of the analysis", { ...ANALYSIS, error: "it does not exist." }, "it does not exist."],
    ["a server that does not answer", new CliError("unavailable", "No answer."), "No answer."],
  ])("%s: the submission continues without it, and says why", async (_, answer, reason) => {
    using machine = temporaryMachine();
    expect(await addFoundInRepository(machine.cli, answering(answer), draft)).toEqual(draft);
    expect(machine.printed().err).toBe(`! The repository was not analyzed: ${reason}\n`);
  });

  test.each(["authentication", "permission", "validation"] as const)(
    "an error of the category %s ends it, because the submission would fail too",
    async (category) => {
      using machine = temporaryMachine();
      const refused = answering(new CliError(category, "No."));
      await expect(addFoundInRepository(machine.cli, refused, draft)).rejects.toMatchObject({ category });
    },
  );
});
