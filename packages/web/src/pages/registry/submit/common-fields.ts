import type { FieldView, FormSection } from "./field-view.js";

/** The fields of every kind. */
export const NAME: FieldView = {
  name: "name",
  label: "Name",
  hint: "Short and descriptive. The URL is derived from it.",
  example: "careful-migrations",
  control: { kind: "text" },
};

export const DESCRIPTION: FieldView = {
  name: "description",
  label: "Description",
  hint: "What it does and when to use it, in Markdown. Helps users and agents choose.",
  control: { kind: "long", rows: 4, markdown: true },
};

export const VERSION: FieldView = {
  name: "version",
  label: "Version",
  hint: "A semantic version, such as 1.4.0 or 1.4.0-rc.1.",
  initial: "1.0.0",
  control: { kind: "text" },
};

export const CHANGELOG: FieldView = {
  name: "changelog",
  label: "Changelog",
  hint: "What users of the previous version should know.",
  control: { kind: "long", rows: 3, markdown: true },
};

const VISIBILITY: FieldView = {
  name: "visibility",
  label: "Visibility",
  control: {
    kind: "choice",
    words: {
      public: "All signed-in users",
      team: "Members of its team",
      owner: "Only its owner and co-authors",
    },
  },
};

const TEAM: FieldView = {
  name: "team_id",
  label: "Publisher",
  hint: "A team's items are published in the team's namespace, and its members can edit them.",
  control: { kind: "team" },
};

const OWNER: FieldView = {
  name: "owner",
  label: "Displayed owner",
  hint: "Defaults to your username.",
  shownIf: ({ team_id: team }) => team === undefined || team === "",
  control: { kind: "text" },
};

const HARNESSES: FieldView = {
  name: "supported_harnesses",
  label: "Supported harnesses",
  hint: "Leave empty if it works in all harnesses.",
  control: { kind: "harnesses" },
};

export const ABOUT: FormSection = { title: "General", fields: [NAME, DESCRIPTION, VERSION] };

/** The visibility is set on creation; later it is changed separately. */
export const PUBLISHING: FormSection = {
  title: "Audience",
  fields: [TEAM, VISIBILITY, HARNESSES],
};

export const FINDING: FormSection = {
  title: "Discoverability",
  rare: true,
  fields: [
    {
      name: "tags",
      label: "Tags",
      hint: "One per line.",
      example: "database\npostgres",
      control: { kind: "lines" },
    },
    {
      name: "capabilities",
      label: "Capabilities",
      hint: "Short names, one per line.",
      example: "summarise-mail",
      control: { kind: "lines" },
    },
    {
      name: "representative_queries",
      label: "Example queries",
      hint: "Two to five sentences, one per line. Discovery matches queries against them.",
      example: "review my database migrations\nis this schema change safe",
      control: { kind: "lines" },
    },
    OWNER,
    CHANGELOG,
  ],
};
