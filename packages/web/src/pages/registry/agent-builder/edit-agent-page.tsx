import { useParams } from "@tanstack/react-router";
import { useMemo } from "react";
import { EditItem } from "../edit/edit-page.js";
import type { Editor } from "../edit/editor.js";
import { agentSections } from "./agent-sections.js";
import { agentVersionAsItem } from "./agent-version.js";
import { BuilderLayout } from "./builder-layout.js";
import { lockedVersions } from "./component-choice.js";

const AGENT_EDITOR: Editor = {
  type: "agents",
  sectionsFor: (item) => agentSections(lockedVersions(item)),
  asItem: agentVersionAsItem,
  Frame: AgentFrame,
  pageClass: "max-w-none",
};

export function EditAgentPage() {
  const { namespace = "", slug = "" } = useParams({ strict: false }) as Partial<Record<string, string>>;
  return <EditItem key={namespace + slug} editor={AGENT_EDITOR} id={`${namespace}/${slug}`} />;
}

function AgentFrame({ item, form, children }: Parameters<Editor["Frame"]>[0]) {
  const locked = useMemo(() => lockedVersions(item), [item]);
  return (
    <BuilderLayout saved={item} form={form} locked={locked}>
      {children}
    </BuilderLayout>
  );
}
