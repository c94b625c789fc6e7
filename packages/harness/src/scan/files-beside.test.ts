import { expect, test } from "vitest";
import { needsOtherFiles } from "./files-beside.js";

test.each([
  'DIR=$(dirname "$0")\n. "$DIR/lib.sh"\n',
  'DIR="$(cd "$(dirname "${BASH_SOURCE[0]}")/.." 2>/dev/null && pwd)"\nLIB=$DIR/lib\nsource "$LIB/rules.sh"\n',
  'SELF=$(readlink -f "$0"); DIR=$(dirname "$SELF"); exec "$DIR/check"\n',
  'python3 "$(dirname "$0")/check.py"\n',
  'sh "${0%/*}/check.sh"\n',
  'cd "$(dirname "$0")" || exit 1\ncat rules.txt\n',
  'const dir = path.dirname(fileURLToPath(import.meta.url));\nreadFileSync(join(dir, "rules.json"));\n',
  "const rules = path.join(__dirname, '..', 'rules', 'all.json');\n",
  'const rules = new URL("rules.json", import.meta.url);\n',
  "const rules = `${import.meta.dirname}/rules.json`;\n",
  'import {\n  a,\n  b } from "./rules.mjs";\n',
  'export * from "../rules.mjs";\n',
  'await import("./rules.mjs");\n',
  "sys.path.insert(0, str(Path(__file__).parent.parent.parent))\nimport rules\n",
  'here = Path(__file__).resolve().parent\nRULES = here / "rules.json"\n',
  'os.path.join(os.path.dirname(__file__), "..", "rules.json")\n',
  'Path(__file__).with_name("rules.json")\n',
  '. "$PSScriptRoot/rules.ps1"\n',
  "require_relative 'rules'\n",
])("a script uses a file beside it: %j", (text) => {
  expect(needsOtherFiles(text)).toBe(true);
});

test.each([
  'echo from "./file" here\n',
  'echo import "./file"\n',
  'cd "$(dirname "$0")/../.." && npm test\n',
  'PROJECT="$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)"\nnode "$PROJECT/scripts/check.js"\n',
  'DIR=$(dirname "$0")\nREPO_ROOT=$(dirname "$DIR")\nls "$REPO_ROOT/src"\n',
  "const root = path.resolve(__dirname, '..', '..');\nexecSync('npm test', { cwd: path.join(root, 'web') });\n",
  "root = Path(__file__).resolve().parents[2]\nprint((root / 'package.json').read_text())\n",
  'HERE = Path(__file__).parent\nLOG = HERE / "hook.log"\n',
  "const LOG = path.join(__dirname, '..', 'logs', 'hook.json');\n",
  'mkdir -p "$(dirname "$LOG_FILE")"\n',
  'if [ "${BASH_SOURCE[0]}" = "$0" ]; then main; fi\n',
  "if (import.meta.url === `file://${process.argv[1]}`) main();\n",
  "awk '{ print $0 }' /etc/hosts\n",
])("a script only asks where it or the project is: %j", (text) => {
  expect(needsOtherFiles(text)).toBe(false);
});

test("a long script is read in linear time", () => {
  const line = `${"d=$(dirname $0) ".repeat(20_000)}\n`;
  const names = Array.from({ length: 20_000 }, (_, at) => `d${at}=$(dirname "$0")\n`).join("");
  expect(needsOtherFiles(line + names)).toBe(false);
});
