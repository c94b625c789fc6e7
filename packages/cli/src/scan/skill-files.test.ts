import { writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import { scan } from "./scan.js";
import { temporaryMachine } from "./testing/temporary-machine.js";

const SKILL_MD = "---\nname: logo\ndescription: Draws\n---\nDraw.\n";
const WISH = { scopes: ["project"], harnesses: ["claude-code"] } as const;

test("a skill is found with every file of its folder", async () => {
  using machine = temporaryMachine();
  machine.write({ ".claude/skills/logo/SKILL.md": SKILL_MD, ".claude/skills/logo/scripts/draw.py": "print(1)\n" });
  const image = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 255]);
  writeFileSync(machine.at(".claude/skills/logo/mark.png"), image);
  const { findings } = await scan(machine.cli, WISH);
  expect(findings).toMatchObject([
    {
      name: "logo",
      entry: {
        skill_md_content: SKILL_MD,
        files: [
          { path: "mark.png", content: image.toString("base64"), encoding: "base64" },
          { path: "scripts/draw.py", content: "print(1)\n" },
        ],
      },
    },
  ]);
});

test("a hidden file of a skill is looked into as well, and a private one is left out", async () => {
  using machine = temporaryMachine();
  const token = `ghp_${"a1B2".repeat(10)}`;
  machine.write({ ".claude/skills/logo/SKILL.md": SKILL_MD, ".claude/skills/logo/.env": `TOKEN=${token}\n` });
  const { findings } = await scan(machine.cli, WISH);
  expect(findings).toMatchObject([{ entry: { skill_md_content: SKILL_MD }, leftOut: [".env"] }]);
  machine.write({ ".claude/skills/logo/assets/.env.example": `TOKEN=${token}\n` });
  const again = await scan(machine.cli, WISH);
  expect(again.findings[0]?.unregistrable?.reason).toContain("Line 1 of assets/.env.example");
  expect(JSON.stringify([findings, again.findings])).not.toContain(token);
});

test("a skill with a secret in one of its files stays here", async () => {
  using machine = temporaryMachine();
  const token = `ghp_${"a1B2".repeat(10)}`;
  machine.write({ ".claude/skills/logo/SKILL.md": SKILL_MD, ".claude/skills/logo/run.sh": `#!/bin/sh\nx ${token}\n` });
  const { findings } = await scan(machine.cli, WISH);
  expect(findings).toMatchObject([{ entry: {}, unregistrable: { isError: true } }]);
  expect(findings[0]?.unregistrable?.reason).toContain("Line 2 of run.sh");
  expect(JSON.stringify(findings)).not.toContain(token);
});
