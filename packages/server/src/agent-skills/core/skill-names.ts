/** What is needed to name a skill. */
export interface NameableSkill {
  readonly id: string;
  readonly namespace: string;
  readonly slug: string;
}

const MAX_LENGTH = 64;

/**
 * Names as Agent Skills wants them, each once: lowercase words joined by single hyphens. The first of several with one slug has
 * it; the others have their namespace before it. So that a name stays what it is, give the oldest first.
 */
export function nameSkills(oldestFirst: readonly NameableSkill[]): Map<string, string> {
  const taken = new Set<string>();
  const names = new Map<string, string>();
  for (const { id, namespace, slug } of oldestFirst) {
    const candidates = [asName(slug), asName(`${namespace}-${slug}`), `${asName(slug).slice(0, 51)}-${id.slice(-12)}`];
    const name = candidates.find((each) => each !== "" && !taken.has(each)) ?? `skill-${id}`;
    taken.add(name);
    names.set(id, name);
  }
  return names;
}

const asName = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
    .slice(0, MAX_LENGTH)
    .replace(/^-/, "")
    .replace(/-$/, "");
