import { basename } from "node:path";
import { CliError } from "../errors.js";
import { readDataFile } from "./read-file.js";
import { fileIn, notFromGit, type Source } from "./source.js";
import { draftIn, present, textIn, type Draft } from "./submission.js";

/** A JSON, YAML or TOML description with the API's member names. */
export function readSandbox(source: Source): Draft {
  if (source.kind === "git") throw notFromGit("sandbox");
  const path = fileIn(source, ["sandbox.yaml", "sandbox.yml", "sandbox.json", "sandbox.toml"], "sandbox");
  const members = readDataFile(path);
  const image = textIn(members, "image");
  const config = draftIn(members, "runtime_config");
  if (image === undefined && Object.keys(config).length === 0) {
    throw new CliError("validation", `${basename(path)} does not specify an image.`, {
      resource: path,
      remediation: "Add one, for example image: ghcr.io/acme/tool:1.2.0",
    });
  }
  return present({ runtime_type: "docker", ...members, image: image ?? "", version: textIn(members, "version") });
}
