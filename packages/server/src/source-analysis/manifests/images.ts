import { parse as parseYaml } from "yaml";
import { asObject, asText, type Json } from "./json.js";

const IMAGE = /^[a-z0-9][a-z0-9._/-]{1,180}(?::[\w.-]{1,100})?(?:@sha256:[0-9a-f]{64})?$/u;

/** Whether an image may be this server's, and not a database beside it. */
export type IsOwnImage = (image: string) => boolean;

export interface ComposeImages {
  readonly declared: string | null;
  readonly hasBuild: boolean;
}

/** The image of the service that a compose file builds, or else the first that has the server's name. */
export function composeImages(text: string, isOwn: IsOwnImage): ComposeImages {
  const services = Object.values(asObject(parsedYaml(text)["services"])).map(asObject);
  const built = services.filter((service) => service["build"] !== undefined);
  const ofBuilt = built.map(imageOf).find((image) => image !== null);
  const ofOthers = services.map(imageOf).find((image) => image !== null && isOwn(image));
  return { declared: ofBuilt ?? ofOthers ?? null, hasBuild: built.length > 0 };
}

function imageOf(service: Json): string | null {
  const image = asText(service["image"]).replaceAll(/\$\{[A-Za-z0-9_]{1,100}:?-([^{}]{0,200})\}/gu, "$1");
  return IMAGE.test(image) ? image : null;
}

function parsedYaml(text: string): Json {
  try {
    // Aliases can make a small file a huge one.
    return asObject(parseYaml(text, { maxAliasCount: 100, logLevel: "silent" }));
  } catch {
    return {};
  }
}

/** Flags of `docker run` that stand alone; every other takes the word after it. */
const ALONE = /^(?:-[ditPq]+|--(?:rm|interactive|tty|detach|init|privileged|read-only|pull=.*|[a-z-]+=.*))$/u;
const MAX_WORDS = 80;

export interface ReadmeImages {
  readonly declared: string | null;
  /** What the README has people build themselves. */
  readonly built: string | null;
}

/** The first image that a README runs and does not have people build. */
export function readmeImages(text: string, isOwn: IsOwnImage): ReadmeImages {
  const built = new Set(
    [...text.matchAll(/docker (?:buildx )?build[^\n]{0,200}?(?:-t|--tag)[ =]([^\s"'`]{2,200})/gu)].map(
      ([, name = ""]) => untagged(name),
    ),
  );
  const run = [...shellRuns(text), ...listedRuns(text)].filter((image) => IMAGE.test(image));
  const declared = run.find((image) => isOwn(image) && !built.has(untagged(image)));
  const [first] = [...built].filter((image) => IMAGE.test(image));
  return { declared: declared ?? null, built: first ?? null };
}

const untagged = (image: string): string => image.replace(/:[\w.-]+$/u, "");

function shellRuns(text: string): string[] {
  return text
    .split("docker run")
    .slice(1)
    .flatMap((after) => {
      const command =
        after
          .slice(0, 4000)
          .replaceAll(/\\\s*\n/gu, " ")
          .split("\n")[0] ?? "";
      return imageAmong(command.split(/\s+/u).map((word) => word.replaceAll(/["'`]/gu, "")));
    });
}

/** `"command": "docker", "args": ["run", …]` */
function listedRuns(text: string): string[] {
  const parts = text.split(/"args"\s{0,10}:\s{0,10}\[/u);
  return parts.slice(1).flatMap((after, index) => {
    if (!/"(?:docker|podman)"/u.test((parts[index] ?? "").slice(-200))) return [];
    const list = after.slice(0, 4000).split("]")[0] ?? "";
    const words = [...list.matchAll(/"([^"\n]{0,300})"/gu)].map(([, word = ""]) => word);
    return words[0] === "run" ? imageAmong(words.slice(1)) : [];
  });
}

function imageAmong(words: readonly string[]): string[] {
  const given = words.filter((word) => word !== "").slice(0, MAX_WORDS);
  for (let at = 0; at < given.length; at += 1) {
    const word = given[at] ?? "";
    if (!word.startsWith("-")) return [word];
    if (!ALONE.test(word)) at += 1;
  }
  return [];
}
