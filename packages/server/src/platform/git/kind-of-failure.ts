export type FailureKind = "absent ref" | "damaged" | "redirected" | "no access" | "connection";

const KINDS: readonly (readonly [FailureKind, RegExp])[] = [
  ["absent ref", /couldn't find remote ref|unexpected disconnect while reading sideband|not our ref/i],
  ["damaged", /fsck error|error in object|hasDot|object of unexpected type|bad object|index-pack failed/i],
  ["redirected", /unable to update url base from redirection|(?:returned error:|HTTP) 30\d\b/i],
  [
    "no access",
    /Authentication failed|could not read (?:Username|Password)|terminal prompts disabled|repository '.*' not found|(?:returned error:|HTTP) 40[134]\b/i,
  ],
];

/** What git complains about, by its own words only: the address and what the host has written may contain any word. */
export function kindOfFailure(stderr: string, url: string): FailureKind {
  const own = stderr
    .replaceAll(url, "")
    .split("\n")
    .filter((line) => !line.startsWith("remote:"))
    .join("\n");
  return KINDS.find(([, words]) => words.test(own))?.[0] ?? "connection";
}
