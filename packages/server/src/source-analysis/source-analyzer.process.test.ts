import { afterEach, expect, test } from "vitest";
import { eventually } from "../../test/eventually.js";
import { openSourceAnalyzer, type SourceAnalyzer, type SourceFile } from "./index.js";

const opened: SourceAnalyzer[] = [];
afterEach(() => Promise.all(opened.splice(0).map((each) => each.close())));

function open(...limits: Parameters<typeof openSourceAnalyzer>): SourceAnalyzer {
  const analyzer = openSourceAnalyzer(...limits);
  opened.push(analyzer);
  return analyzer;
}

const filesOf = (files: Readonly<Record<string, string>>): SourceFile[] =>
  Object.entries(files).map(([path, text]) => ({ path, content: new TextEncoder().encode(text) }));
const ONE = filesOf({ "a.ts": 'server.tool("look", "Looks at the sky and the sea.", {}, run);' });
const ABOUT = { repositoryName: "made-up" };
/** Each of them keeps the parser busy until it gives the file up. */
const SLOW = filesOf(
  Object.fromEntries(
    Array.from({ length: 8 }, (_, index) => [`a${index}.go`, `os.Getenv("X")\n${"a=>".repeat(200_000)}`]),
  ),
);

test("analyzes one repository after the other, each in its turn", async () => {
  const analyzer = open();
  const other = filesOf({ "b.py": 'from fastmcp import FastMCP\nmcp = FastMCP("b")\n@mcp.tool\ndef see(): pass\n' });
  const [first, second] = await Promise.all([analyzer.analyze(ONE, ABOUT), analyzer.analyze(other, ABOUT)]);
  expect([first.tools[0]?.name, second.tools[0]?.name]).toEqual(["look", "see"]);
});

test("an analysis that takes too long fails, and the next one works", async () => {
  const analyzer = open({ timeLimitMs: 1500 });
  await expect(analyzer.analyze(SLOW, ABOUT)).rejects.toThrow("The analysis took longer than 1.5 seconds.");
  // On a busy machine the new thread alone can take as long as the limit.
  await eventually(async () => expect((await analyzer.analyze(ONE, ABOUT)).tools).toHaveLength(1));
});

test("a signal aborts it, also before it began", async () => {
  const analyzer = open();
  const stopping = new AbortController();
  const stopped = analyzer.analyze(SLOW, { ...ABOUT, signal: stopping.signal });
  setTimeout(() => stopping.abort(new Error("no longer needed")), 300);
  await expect(stopped).rejects.toThrow("no longer needed");
  await expect(analyzer.analyze(ONE, { ...ABOUT, signal: stopping.signal })).rejects.toThrow("no longer needed");
  expect((await analyzer.analyze(ONE, ABOUT)).tools).toHaveLength(1);
});

test("closed, it fails what is under way and whatever comes later", async () => {
  const analyzer = open();
  const running = expect(analyzer.analyze(SLOW, ABOUT)).rejects.toThrow("the source analyzer is closed");
  await analyzer.close();
  await running;
  await expect(analyzer.analyze(ONE, ABOUT)).rejects.toThrow("the source analyzer is closed");
});

test("a thread that was ended for want of work is started again", async () => {
  const analyzer = open({ idleMs: 10 });
  await analyzer.analyze(ONE, ABOUT);
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect((await analyzer.analyze(ONE, ABOUT)).tools).toHaveLength(1);
});

test("a file that the parser fails on is left out", async () => {
  const analyzer = open();
  // The brackets in comments hide how deep the others are.
  const files = [...ONE, ...filesOf({ "b.ts": `process.env.X;\n${"{/*}*/a:".repeat(60_000)}` })];
  const { tools, issues } = await analyzer.analyze(files, ABOUT);
  expect(tools).toHaveLength(1);
  expect(issues).toEqual(["b.ts could not be parsed: the parser failed on it."]);
});
