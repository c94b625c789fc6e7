import { REGISTRY } from "@tackroom/contract";
import { Type } from "typebox";
import { checkInput } from "../../platform/http/index.js";
import { installItem } from "../../registry/index.js";
import { ITEM_INPUT, itemMeant } from "./item.js";
import { asReply, tool } from "./tool.js";

export const installTool = tool({
  name: "install",
  title: "Get the files of an install",
  description:
    "Returns what has to be written to install a version of an item for a harness: files with their paths and exact content, and settings to merge into the harness's configuration. Nothing is written by this call. Show the user what will be written, and write it only after they have agreed. Counts as an install unless dry_run is true.",
  input: Type.Object(
    {
      ...ITEM_INPUT,
      harness: Type.String({ minLength: 1, maxLength: 64, description: "Such as claude-code, codex or cursor" }),
      version: Type.Optional(Type.String({ maxLength: 64, description: "Defaults to the latest version" })),
      scope: Type.Optional(
        Type.Enum(["project", "user"], { description: "For skills: where they are installed. Defaults to project" }),
      ),
      dry_run: Type.Boolean({ default: false, description: "Returns the same without counting an install" }),
    },
    { additionalProperties: false },
  ),
  async run(deps, { item: named, type, scope, ...wish }, context) {
    const { kind, id } = await itemMeant(deps, { item: named, ...(type && { type }) }, context);
    const { body: schema, reply } = REGISTRY[kind.type].installItem;
    const body = checkInput(
      schema,
      "arguments",
    )({
      ...wish,
      ...(scope !== undefined && kind.type === "skills" ? { scope } : {}),
    });
    return asReply(reply, await installItem(deps, { kind, id, body }, context));
  },
});
