import type { Session } from "@tackroom/contract";
import type { ReplyOf } from "@tackroom/contract/calls";
import { KIND_WORDS } from "../../api/kinds.js";
import type { ApiProblem } from "../../api/problem.js";
import { useCall } from "../../api/queries.js";
import { mayActAs, useUser } from "../../api/session.js";
import { refOf, sessionName } from "../../pages/sessions/session-link.js";
import { ageOf } from "../../ui/data/age.js";
import { stringifySearch } from "../../ui/forms/search-text.js";
import { useSettled } from "../../ui/forms/use-settled.js";
import { drawn, type OptionGroup, type PaletteOption } from "./option.js";
import type { Query } from "./query.js";

/** Fewer characters match almost everything. */
const MIN_CHARACTERS = 2;
const MAX_OF_EACH = 5;
const MAX_ALONE = 12;

export interface Found {
  readonly groups: readonly OptionGroup[];
  /** False while the server is still to be asked about what was typed, or to answer. */
  readonly isSettled: boolean;
  readonly problem: ApiProblem | null;
}

/** What the server knows about the words: each source is asked once per pause in typing, and not about what is outdated. */
export function useFound({ scope, words }: Query): Found {
  const isAdmin = mayActAs(useUser(), "admin");
  const asked = useSettled(words, "");
  const isEnough = asked.length >= MIN_CHARACTERS;
  // Alone, a source also lists its latest when nothing is typed, but not while something is.
  const isAbout = (source: Query["scope"]): boolean =>
    scope === source ? words === "" || asked !== "" : scope === "everything" && isEnough;
  const limit = scope === "everything" ? MAX_OF_EACH : MAX_ALONE;
  const search = asked === "" ? {} : { search: asked.slice(0, 200) };
  const query = { ...search, limit, offset: 0 };
  const asksItems = scope === "everything" && isEnough;
  const items = answerIf(useCall("listAllItems", { query }, options(asksItems)), asksItems);
  const asksSessions = isAbout("sessions");
  const sessions = answerIf(useCall("listSessions", { query }, options(asksSessions)), asksSessions);
  const asksPeople = isAdmin && isAbout("people");
  const people = answerIf(useCall("listUsers", { query }, options(asksPeople)), asksPeople);
  const sources = [items, sessions, people];
  return {
    groups: [
      { title: "Registry", options: items.data?.items.map(itemOption) ?? [] },
      { title: "Sessions", options: sessions.data?.map(sessionOption) ?? [] },
      { title: "People", options: people.data?.map(personOption) ?? [] },
    ],
    isSettled: asked === words && !sources.some(({ isFetching }) => isFetching),
    problem: sources.find(({ error }) => error)?.error ?? null,
  };
}

const options = (enabled: boolean) => ({ enabled, keepsPrevious: true });

interface Answer<Data> {
  readonly data: Data | undefined;
  readonly isFetching: boolean;
  readonly error: ApiProblem | null;
}

/** Nothing of an earlier question once the source is not asked any more. */
const answerIf = <Data>({ data, isFetching, error }: Answer<Data>, isAsked: boolean): Answer<Data> =>
  isAsked ? { data, isFetching, error } : { data: undefined, isFetching: false, error: null };

function itemOption(item: ReplyOf<"listAllItems">["items"][number]): PaletteOption {
  const { id, type, namespace, slug, name, version, description, supported_harnesses: harnesses } = item;
  const { one } = KIND_WORDS[type];
  return {
    id: `item:${id}`,
    label: name,
    detail: namespace,
    hint: version,
    look: type,
    ...drawn(type),
    action: { href: `/registry/${type}/${namespace}/${slug}` },
    preview: {
      subtitle: `${namespace} · ${one}`,
      text: description,
      facts: [
        ["Version", version],
        ["Works in", harnesses.length === 0 ? "any harness" : harnesses.join(", ")],
        ["Changed", ageOf(new Date(item.updated_at), new Date())],
      ],
    },
  };
}

function sessionOption(session: Session): PaletteOption {
  const { session_id: id, harness, project, last_event_at: at } = session;
  return {
    id: `session:${JSON.stringify([id, refOf(session)])}`,
    label: sessionName(session),
    detail: project,
    hint: at === null ? harness : ageOf(new Date(at), new Date()),
    look: "session",
    ...drawn("session"),
    action: { href: `/sessions/${encodeURIComponent(id)}${stringifySearch(refOf(session))}` },
  };
}

const personOption = ({ id, name, email, role }: ReplyOf<"listUsers">[number]): PaletteOption => ({
  id: `person:${id}`,
  label: name,
  detail: email,
  hint: role.replace("_", " "),
  look: "person",
  ...drawn("person"),
  action: { href: `/admin/users${stringifySearch({ search: email })}` },
});
