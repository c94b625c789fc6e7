import { LRUCache } from "lru-cache";
import type { Catalogue } from "../feeds/index.js";
import type { CatalogueItem, CatalogueVersion } from "../registry/index.js";
import { nameSkills } from "./core/skill-names.js";

/** A skill as indexes list it: the latest version, and the name that clients install it under. */
export interface ShelvedSkill {
  readonly name: string;
  readonly namespace: string;
  readonly slug: string;
  readonly version: CatalogueVersion;
}

/** All skills of a catalogue. An index is one document, so all are read once and kept for as long as nothing changes. */
export interface Shelf {
  readonly revision: string;
  readonly items: readonly CatalogueItem[];
  readonly skills: readonly ShelvedSkill[];
  readonly byName: ReadonlyMap<string, ShelvedSkill>;
}

export interface Shelves {
  of(catalogue: Catalogue): Promise<Shelf>;
}

const MAX_KEPT_SKILLS = 50_000;
const ROWS_AT_ONCE = 500;

export function createShelves(): Shelves {
  const kept = new LRUCache<string, Shelf>({
    maxSize: MAX_KEPT_SKILLS,
    sizeCalculation: ({ skills }) => skills.length + 1,
  });
  return {
    async of(catalogue) {
      // Asked first, so that what changes while it is read is read again next time.
      const revision = await catalogue.revision();
      const known = kept.get(catalogue.key);
      if (known?.revision === revision) {
        catalogue.noteShown(known.items);
        return known;
      }
      const { items, skills } = await readSkills(catalogue);
      const shelf = { revision, items, skills, byName: new Map(skills.map((skill) => [skill.name, skill])) };
      kept.set(catalogue.key, shelf);
      return shelf;
    },
  };
}

async function readSkills(catalogue: Catalogue): Promise<Pick<Shelf, "items" | "skills">> {
  const items: CatalogueItem[] = [];
  const versions = new Map<string, CatalogueVersion>();
  let page: CatalogueItem[] = [];
  do {
    const last = page.at(-1);
    page = await catalogue.list({ kinds: ["skill"], after: last ?? null, limit: ROWS_AT_ONCE });
    items.push(...page);
    const ids = page.flatMap(({ latest_version_id: id }) => id ?? []);
    for (const version of await catalogue.versionsById(ids)) versions.set(version.item_id, version);
  } while (page.length === ROWS_AT_ONCE);
  const names = nameSkills(
    items.toSorted((a, b) => a.created_at.getTime() - b.created_at.getTime() || (a.id < b.id ? -1 : 1)),
  );
  const skills = items.flatMap(({ id, namespace, slug }) => {
    const [name, version] = [names.get(id), versions.get(id)];
    return name === undefined || !version ? [] : [{ name, namespace, slug, version }];
  });
  return { items, skills };
}
