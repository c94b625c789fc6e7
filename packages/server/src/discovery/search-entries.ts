import type { ArdResult, SearchReply, SearchRequest } from "@tackroom/contract";
import { Answer, type CallContext, type Caller } from "../platform/http/index.js";
import { fieldErrors } from "../platform/service-error.js";
import { findEntryRows, keepBest, noteEntries, type Viewer, whoAsks } from "../registry/index.js";
import { bySearchPlace, searchPlace, type SearchPlace } from "./core/entry-order.js";
import type { KnownEntry } from "./core/known-entry.js";
import { fits, readFilter, type SearchFilter } from "./core/search-filter.js";
import { EXACT_SCORE } from "./core/relevance.js";
import type { Hit } from "./core/search-index.js";
import { describeForeignResult, describeResult } from "./describe-entry.js";
import type { DiscoveryDeps } from "./discovery-deps.js";
import type { AskedText } from "./entry-vectors.js";
import { findExternalEntries } from "./external-entry-store.js";
import { knownExternal } from "./known-external.js";
import type { PageOf } from "./page-tokens.js";
import { publisherOf } from "./publisher.js";
import { mayFind } from "./may-find.js";

/** A result and its place among all results. */
interface Found {
  readonly entry: KnownEntry;
  readonly place: SearchPlace;
  /** Of what is found here. */
  readonly hit?: Hit<KnownEntry>;
  /** As another registry tells it. */
  readonly foreign?: ArdResult;
}

interface Question {
  readonly viewer: Viewer;
  readonly request: SearchRequest;
  readonly asked: AskedText;
  readonly filter: SearchFilter;
  readonly passes: (entry: KnownEntry) => boolean;
  readonly after: SearchPage | undefined;
}

/** What a page token carries: the place of the last result before it, as of when the first page was found, and how many were shown. */
type SearchPage = readonly [...SearchPlace, asOf: number, shown: number];

/** `POST /ard/search` */
export async function searchEntries(
  deps: DiscoveryDeps,
  request: SearchRequest,
  { caller }: CallContext<Caller | null>,
): Promise<Answer<SearchReply>> {
  const { query, pageToken } = request;
  const read = readFilter(query.filter);
  if ("errors" in read) throw fieldErrors(read.errors);
  const pageOf: PageOf = {
    list: "search",
    caller: caller?.userId ?? null,
    question: [query.text, query.filter ?? {}],
  };
  const after = pageToken === undefined ? undefined : deps.pageTokens.read(pageOf, pageToken, "body.pageToken");
  // To a stranger the registry may be closed, and then nothing is looked up.
  const begun = caller && deps.index.begin(query.text);
  const viewer = await whoAsks(deps, caller);
  const headers = { "cache-control": "no-store" };
  if (!viewer) return new Answer({ results: [] }, { headers });

  const [isAsked, isTheirs] = [fits(read.filter, publisherOf(deps.settings).domain), mayFind(viewer)];
  const { page, next } = await findPage(deps, {
    viewer,
    request,
    asked: begun ?? deps.index.begin(query.text),
    filter: read.filter,
    passes: (entry) => isAsked(entry) && isTheirs(entry),
    after: after as SearchPage | undefined,
  });
  const reply: SearchReply = {
    results: await describeAll(deps, { viewer, filter: read.filter }, page),
    ...(next ? { pageToken: deps.pageTokens.write(pageOf, next) } : {}),
    ...(request.federation === "referrals" ? { referrals: deps.federation.referrals() } : {}),
  };
  return new Answer(reply, { headers });
}

/** The results after a place, as many as a page has; `next` is where the page after it begins. */
async function findPage(
  deps: DiscoveryDeps,
  question: Question,
): Promise<{ page: Found[]; next: SearchPage | undefined }> {
  const { request, after } = question;
  const [{ own, hits, asOf }, elsewhere] = await Promise.all([findHere(deps, question), findElsewhere(deps, question)]);
  // Every page leaves out the same ones: an entry that is found here has its place here, on whichever page that is.
  const foreign = elsewhere.length > 0 ? withoutKnown(elsewhere, hits) : [];
  const found = [...own, ...foreign.filter(({ place }) => !after || isBehind(place, after))].toSorted(byPlace);
  const page = found.slice(0, request.pageSize);
  const last = page.at(-1);
  const next: SearchPage | undefined =
    last && found.length > page.length ? [...last.place, asOf, shownBefore(after) + page.length] : undefined;
  return { page, next };
}

const byPlace = (a: Found, b: Found): number => bySearchPlace(a.place, b.place);
const shownBefore = (after: SearchPage | undefined): number => after?.[5] ?? 0;

/** What two registries found has the better of its places. */
function withoutKnown(foreign: readonly Found[], hits: readonly Hit<KnownEntry>[]): Found[] {
  const best = new Map<string, Found>();
  for (const found of foreign.toSorted(byPlace)) if (!best.has(found.entry.id)) best.set(found.entry.id, found);
  for (const { item } of hits) best.delete(item.id);
  return [...best.values()];
}

/** One more than a page has, which tells whether there is a next one. */
async function findHere(
  { index }: DiscoveryDeps,
  { request, asked, passes, after }: Question,
): Promise<{ own: Found[]; hits: readonly Hit<KnownEntry>[]; asOf: number }> {
  const most = request.pageSize + 1;
  const { hits, asOf } = await index.search(asked, passes, after?.[4]);
  const least = leastScore(hits, most, after?.[0]);
  const best = keepBest<Found>(most, byPlace);
  for (const hit of hits) {
    if (hit.score < least) continue;
    const place = searchPlace(hit.item, hit.score);
    if (!after || isBehind(place, after)) best.add({ entry: hit.item, hit, place });
  }
  return { own: best.end(), hits, asOf };
}

const isBehind = (place: SearchPlace, [score, rank, name, tie]: SearchPage): boolean =>
  bySearchPlace(place, [score, rank, name, tie]) > 0;

/** The score that the last of a page has at least. Thousands may be found, and whatever has less need not be put in order. */
function leastScore(hits: readonly Hit<KnownEntry>[], most: number, below = EXACT_SCORE): number {
  const counts = new Uint32Array(EXACT_SCORE + 1);
  for (const { score } of hits) counts[score] = (counts[score] ?? 0) + 1;
  // Those that have the same score as the last that was shown may have been shown as well.
  let score = below;
  for (let found = 0; score > 1 && found < most; score -= 1) found += score === below ? 0 : (counts[score] ?? 0);
  return score;
}

/** Terms that mean the same in every registry. */
const STANDARD_TERMS = ["type", "tags", "capabilities", "publisher", "version"];

/** As many as any registry is asked for: what it ranks lower is on no page. */
const MAX_FROM_EACH = 100;

/**
 * What the other registries find that the setting allows; what they send is filtered as our own is. A page of the merged
 * results needs from each of them as many as all pages up to its end have, and one more to tell whether there is a next one.
 */
async function findElsewhere(
  { federation }: DiscoveryDeps,
  { viewer, request, passes, after }: Question,
): Promise<Found[]> {
  // Strangers may find nothing of other publishers, so nobody is asked for them.
  if (request.federation !== "auto" || viewer.userId === null) return [];
  const { text, filter = {} } = request.query;
  const standard = Object.entries(filter).filter(([term]) => STANDARD_TERMS.includes(term));
  const results = await federation.ask({
    text,
    pageSize: Math.min(shownBefore(after) + request.pageSize + 1, MAX_FROM_EACH),
    ...(standard.length > 0
      ? { filter: Object.fromEntries(standard.map(([term, value]) => [term, [value].flat().map(String)])) }
      : {}),
  });
  return results.flatMap(({ entry, score, source }) => {
    const known = knownExternal(entry);
    if (!passes(known)) return [];
    const foreign = { ...describeForeignResult(entry), score, source };
    return [{ entry: known, place: searchPlace(known, score), foreign }];
  });
}

/** From the store, which is asked again whether they may be seen. */
async function describeAll(
  { db, settings }: DiscoveryDeps,
  { viewer, filter }: Pick<Question, "viewer" | "filter">,
  page: readonly Found[],
): Promise<ArdResult[]> {
  const publisher = publisherOf(settings);
  const here = page.filter(({ foreign }) => !foreign).map(({ entry }) => entry);
  const [rows, external] = await Promise.all([
    findEntryRows(db, viewer, idsOf(here.filter(({ kind }) => kind !== null))),
    findExternalEntries(db, idsOf(here.filter(({ kind }) => kind === null))),
  ]);
  noteEntries(viewer, "item", rows);
  const described = new Map([
    ...rows.map((row) => [row.id, describeResult(row, publisher, filter.harness)] as const),
    ...external.map((entry) => [entry.identifier, describeForeignResult(entry)] as const),
  ]);
  return page.flatMap(({ entry, hit, foreign }) => {
    if (foreign) return [foreign];
    const own = described.get(entry.id);
    if (!own || !hit) return [];
    return [{ ...own, score: hit.score, source: publisher.ardUrl, matchedOn: [...hit.matchedOn] }];
  });
}

const idsOf = (entries: readonly KnownEntry[]): string[] => entries.map(({ id }) => id);
