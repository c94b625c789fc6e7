import { Link } from "@tanstack/react-router";
import { ITEM_TYPES, KIND_WORDS, type ItemType } from "../../../api/kinds.js";
import { Section } from "../../../ui/layout/card.js";
import { Command } from "../../../ui/text/code-block.js";
import { Page } from "../../../ui/layout/page.js";
import { tackCommand } from "../../../ui/text/tack-command.js";

/** A description of each kind for new users. */
const SAID: Readonly<Record<ItemType, string>> = {
  mcps: "Provides tools to agents: a program or a remote server that implements the Model Context Protocol.",
  agents: "A model with instructions and components of the other kinds, installed as a unit.",
  skills: "Teaches agents how to do something: a SKILL.md with optional scripts and files.",
  hooks: "Runs automatically on session events, such as before a tool call or at session start.",
  prompts: "A reusable text template with variables.",
  sandboxes: "An isolated environment where agents run code, with its image, limits and network policy.",
};

export function SubmitPage() {
  return (
    <Page title="Submit" intro="What do you want to share? Once a reviewer approves it, it appears in the registry.">
      <ul className="grid gap-3 sm:grid-cols-2 lg:grid-cols-3">
        {ITEM_TYPES.map((type) => (
          <li key={type} className="flex">
            <KindCard type={type} />
          </li>
        ))}
      </ul>
      <Section title="Or from the command line" className="max-w-2xl">
        <p className="text-muted">Submit the contents of a folder:</p>
        <Command text={tackCommand("registry skill submit ./folder")} />
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
