import { createHash } from "node:crypto";
import { applyEdits, revertEdits, type FileEdit, type FileState } from "./edits.js";

/** What one install did to the file. */
export interface Layer {
  readonly owner: string;
  readonly edits: readonly FileEdit[];
}

/** The original file and the installs applied to it since, with no changes by others in between. */
export interface Generation {
  readonly before: FileState;
  readonly layers: readonly Layer[];
}

/**
 * Everything needed to revert any install. While the file has the digest that tack left it with, it equals its newest
 * generation replayed, and an install is reverted by replaying the others, which restores the file byte for byte. If
 * someone else has changed the file, only the entries of the install are removed from it.
 */
export interface FileHistory {
  /** Oldest first; every generation has at least one layer. */
  readonly generations: readonly Generation[];
  /** Empty when the file was changed by others and by tack since. */
  readonly sha256: string;
}

export interface FileAt {
  readonly state: FileState;
  readonly history: FileHistory | undefined;
}

export const sha256 = (bytes: Uint8Array | string): string => createHash("sha256").update(bytes).digest("hex");

const digestOf = ({ bytes }: FileState): string => (bytes === undefined ? "absent" : sha256(bytes));

export const isAsLeft = ({ state, history }: FileAt): boolean =>
  history !== undefined && history.sha256 === digestOf(state);

const replay = ({ before, layers }: Generation): FileState =>
  layers.reduce((state, { edits }) => applyEdits(state, edits), before);

const has = (owner: string) => (generation: Generation) => generation.layers.some((layer) => layer.owner === owner);

export const layerOf = (history: FileHistory | undefined, owner: string): Layer | undefined =>
  history?.generations.findLast(has(owner))?.layers.find((layer) => layer.owner === owner);

/** Applies an install to the file, after all others: the later one wins. Where it `staysInPlace`, it replaces its former self. */
export function addLayer(file: FileAt, layer: Layer, staysInPlace = false): FileAt {
  const top = file.history?.generations.at(-1);
  if (staysInPlace && top && isAsLeft(file) && has(layer.owner)(top)) {
    const layers = top.layers.map((each) => (each.owner === layer.owner ? layer : each));
    return left(file.history?.generations.slice(0, -1) ?? [], { ...top, layers });
  }
  const { state, history } = removeLayer(file, layer.owner, true);
  const generations = history?.generations ?? [];
  const newest = generations.at(-1);
  if (newest && isAsLeft({ state, history })) {
    return left(generations.slice(0, -1), { ...newest, layers: [...newest.layers, layer] });
  }
  return left(generations, { before: state, layers: [layer] });
}

function left(older: readonly Generation[], top: Generation): FileAt {
  const state = replay(top);
  return { state, history: { generations: [...older, top], sha256: digestOf(state) } };
}

/** Removes an install from the history without changing the file, because the recorded history no longer applies. */
export function forgetLayer({ state, history }: FileAt, owner: string): FileAt {
  if (!layerOf(history, owner)) return { state, history };
  const generations = (history?.generations ?? [])
    .map(({ before, layers }) => ({ before, layers: layers.filter((layer) => layer.owner !== owner) }))
    .filter(({ layers }) => layers.length > 0);
  return { state, history: generations.length === 0 ? undefined : { generations, sha256: "" } };
}

/** Reverts an install. A file of the install that was changed by others is kept, unless `force` is set. */
export function removeLayer(file: FileAt, owner: string, force: boolean): FileAt {
  const { state, history } = file;
  const at = history?.generations.findLastIndex(has(owner)) ?? -1;
  const generation = history?.generations[at];
  const layer = generation?.layers.find((each) => each.owner === owner);
  if (!history || !generation || !layer) return file;
  const without = { ...generation, layers: generation.layers.filter((each) => each !== layer) };
  const known = replay(without);
  const revert = (from: FileState): FileState => revertEdits(from, layer.edits, known, force);
  const generations = history.generations.map((each, index) => {
    if (index < at) return each;
    return index === at ? without : { ...each, before: revert(each.before) };
  });
  const top = generations.at(-1);
  const isExact = isAsLeft(file) && top !== undefined;
  const result = isExact ? replay(top) : revert(state);
  const kept = generations.filter(({ layers }) => layers.length > 0);
  if (kept.length === 0) return { state: result, history: undefined };
  const describes = isExact && top.layers.length > 0;
  return { state: result, history: { generations: kept, sha256: describes ? digestOf(result) : "" } };
}
