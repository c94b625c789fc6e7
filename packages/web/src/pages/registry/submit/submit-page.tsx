import { Link } from "@tanstack/react-router";
import { ITEM_TYPES, KIND_WORDS, type ItemType } from "../../../api/kinds.js";
import { Section } from "../../../ui/layout/card.js";
import { Command } from "../../../ui/text/code-block.js";
import { Page } from "../../../ui/layout/page.js";

/** What each kind is for, to those who have never made one. */
const SAID: Readonly<Record<ItemType, string>> = {
  mcps: "Gives agents tools: a program to run, or a server to call, that speaks the Model Context Protocol.",
  agents: "A model with instructions, put together from the other kinds, that installs as one.",
  skills: "Teaches agents how to do something: a SKILL.md, with scripts and files where it needs them.",
  hooks: "Runs by itself when something happens in a session: before a tool is used, or when a session begins.",
  prompts: "A text with variables to be filled in, for what is asked again and again.",
  sandboxes: "A closed place where agents run code, with its image, its limits and its network.",
};

export function SubmitPage() {
  return (
    <Page
      title="Submit"
      intro="What do you want to share? A reviewer looks at it, then everyone who may see it finds it."
    >
      <ul className="grid gap-3 sm:grid-cols-2 lg:grid-cols-3">
        {ITEM_TYPES.map((type) => (
          <li key={type} className="flex">
            <KindCard type={type} />
          </li>
        ))}
      </ul>
      <Section title="Or from the command line" className="max-w-2xl">
        <p className="text-muted">What lies in a folder is submitted as it is:</p>
        <Command text="npx tack registry skill submit ./folder" />
      </Section>
    </Page>
  );
}

function KindCard({ type }: { readonly type: ItemType }) {
  const { one, icon: Icon } = KIND_WORDS[type];
  return (
    <Link
      to="/registry/submit/$type"
      params={{ type }}
      className="flex grow flex-col gap-1 rounded-lg border border-line bg-raised p-4 hover:bg-hover"
    >
      <span className="flex items-center gap-2 font-semibold">
        <Icon size={18} aria-hidden="true" className="text-accent" /> {one}
      </span>
      <span className="text-muted">{SAID[type]}</span>
    </Link>
  );
}
