import { renderSkill } from "@tackroom/harness";
import { expect, test } from "vitest";
import { sha256 } from "./file-history.js";
import { filesOfReply } from "./reply-files.js";

const MACHINE = { home: "/home/ada", platform: "linux" } as const;
const BYTES = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 255]);

function replyWith(digest: string) {
  const { snippet, files } = renderSkill("claude-code", {
    name: "logo",
    description: "Draws",
    files: [
      { path: "SKILL.md", content: "---\nname: logo\ndescription: Draws\n---\n", executable: false },
      { path: "mark.png", content: BYTES.toString("base64"), encoding: "base64", executable: false },
    ],
  });
  const withDigests = files.map((file) => (file.encoding === undefined ? file : { ...file, sha256: digest }));
  return { config_snippet: { ...snippet, files: withDigests } };
}

test("a file that is no text is written byte for byte", () => {
  const image = filesOfReply(MACHINE, replyWith(sha256(BYTES))).find(({ path }) => path.endsWith("mark.png"));
  expect(image?.edits).toEqual([{ kind: "write", content: BYTES, executable: false }]);
});

test("a file that is not what the registry says it hashes to is rejected", () => {
  expect(() => filesOfReply(MACHINE, replyWith("0".repeat(64)))).toThrow(
    /mark\.png does not match the registry's checksum/,
  );
});
