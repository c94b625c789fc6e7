import type { FieldView, FormSection } from "./field-view.js";

/** What every kind has, whatever else it is made of. */
export const NAME: FieldView = {
  name: "name",
  label: "Name",
  hint: "Short and telling. Its address is made of it.",
  example: "careful-migrations",
  control: { kind: "text" },
};

export const DESCRIPTION: FieldView = {
  name: "description",
  label: "Description",
  hint: "What it does and when to use it, in Markdown. People and agents choose by it.",
  control: { kind: "long", rows: 4, markdown: true },
};

export const VERSION: FieldView = {
  name: "version",
  label: "Version",
  hint: "Three numbers: 1.4.0, and for a pre-release 1.4.0-rc.1.",
  initial: "1.0.0",
  control: { kind: "text" },
};

export const CHANGELOG: FieldView = {
  name: "changelog",
  label: "What changed",
  hint: "What users of the version before should know.",
  control: { kind: "long", rows: 3, markdown: true },
};

const VISIBILITY: FieldView = {
  name: "visibility",
  label: "Who sees it",
  control: {
    kind: "choice",
    words: {
      public: "Everyone who is signed in here",
      team: "The members of its team",
      owner: "Only its owner and co-authors",
    },
  },
};

const TEAM: FieldView = {
  name: "team_id",
  label: "Published by",
  hint: "What a team publishes is under the team's name, and its members can change it.",
  control: { kind: "team" },
};

const OWNER: FieldView = {
  name: "owner",
  label: "Owner as shown",
  hint: "Your username, unless you write something else.",
  shownIf: ({ team_id: team }) => team === undefined || team === "",
  control: { kind: "text" },
};

const HARNESSES: FieldView = {
  name: "supported_harnesses",
  label: "Works in",
  hint: "Tick none if it works everywhere.",
  control: { kind: "harnesses" },
};

export const ABOUT: FormSection = { title: "What it is", fields: [NAME, DESCRIPTION, VERSION] };

/** Who may see an item is asked when it is made; afterwards it is a matter of its own. */
export const PUBLISHING: FormSection = {
  title: "Who it is for",
  fields: [TEAM, VISIBILITY, HARNESSES],
};

export const FINDING: FormSection = {
  title: "Help others to find it",
  rare: true,
  fields: [
    {
      name: "tags",
      label: "Tags",
      hint: "One in each line.",
      example: "database\npostgres",
      control: { kind: "lines" },
    },
    {
      name: "capabilities",
      label: "What it can do",
      hint: "As short names, one in each line.",
      example: "summarise-mail",
      control: { kind: "lines" },
    },
    {
      name: "representative_queries",
      label: "What people ask for when they need it",
      hint: "Two to five sentences, one in each line. Discovery compares questions with them.",
      example: "review my database migrations\nis this schema change safe",
      control: { kind: "lines" },
    },
    OWNER,
    CHANGELOG,
  ],
};
