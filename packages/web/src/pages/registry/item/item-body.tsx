import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { KIND_WORDS, typeOfKind, type ItemDetail, type ItemOf, type ItemType } from "../../../api/kinds.js";
import { Badge, StatusBadge } from "../../../ui/feedback/badge.js";
import { Section } from "../../../ui/layout/card.js";
import { CodeBlock } from "../../../ui/text/code-block.js";
import { Markdown } from "../../../ui/text/markdown.js";
import { Table } from "../../../ui/data/table.js";
import { Time } from "../../../ui/data/time.js";
import { Described } from "./described.js";
import { binaryInWords } from "./install-files.js";

/** The content of an item, by kind. */
export function ItemBody({ type, item }: { readonly type: ItemType; readonly item: ItemDetail }) {
  const show = BODIES[type] as (item: ItemDetail) => ReactNode;
  return <div className="flex flex-col gap-6">{show(item)}</div>;
}

const BODIES: { readonly [Type in ItemType]: (item: ItemOf<Type>) => ReactNode } = {
  mcps: (item) => (
    <>
      {item.setup_instructions && (
        <Section title="Setup">
          <Markdown text={item.setup_instructions} />
        </Section>
      )}
      {(item.url || item.command || item.docker_image) && (
        <Section title="Command">
          <CodeBlock
            title={item.transport ?? "stdio"}
            code={item.url || [item.command || item.docker_image, ...(item.args ?? [])].join(" ")}
          />
        </Section>
      )}
      {item.git_url && <Repository item={item} />}
      <Named title="Tools" rows={item.tools ?? []} />
      <Named title="Environment variables" rows={item.environment_variables ?? []} />
      <Named title="Headers" rows={item.headers ?? []} />
    </>
  ),
  skills: (item) => (
    <>
      {item.skill_md_content && (
        <Section title="SKILL.md">
          <Markdown text={withoutFrontMatter(item.skill_md_content)} />
        </Section>
      )}
      {item.git_url && <Source url={item.git_url} at={item.git_ref} />}
      {item.script_content && <CodeBlock title={item.script_filename ?? "script"} code={item.script_content} />}
      {(item.files ?? []).map(({ path, content, encoding }) => (
        <CodeBlock key={path} title={path} code={encoding === "base64" ? binaryInWords(content) : content} />
      ))}
    </>
  ),
  hooks: (item) => (
    <>
      <Facts
        facts={{
          Event: word(item.event),
          Handler: item.handler_type,
          Runs: item.execution_mode,
          Scope: word(item.scope),
          Tools: item.tool_filter?.join(", "),
        }}
      />
      {item.script_content && <CodeBlock title={item.script_filename ?? "script"} code={item.script_content} />}
      {item.handler_config && Object.keys(item.handler_config).length > 0 && (
        <CodeBlock title="handler" language="json" code={JSON.stringify(item.handler_config, null, 2)} />
      )}
    </>
  ),
  prompts: (item) => (
    <>
      <CodeBlock title="template" code={item.template ?? ""} wraps />
      <Named title="Variables" rows={item.variables ?? []} />
    </>
  ),
  sandboxes: (item) => (
    <>
      <Facts
        facts={{
          Runtime: word(item.runtime_type),
          Image: item.image,
          Network: word(item.network_policy),
          Starts: item.entrypoint,
        }}
      />
      {item.resource_limits && (
        <CodeBlock title="limits" language="json" code={JSON.stringify(item.resource_limits, null, 2)} />
      )}
    </>
  ),
  agents: (item) => (
    <>
      <Facts facts={{ Model: item.model_name, Needs: item.required_capabilities?.map(capabilityWords).join(", ") }} />
      {item.prompt && (
        <Section title="Instructions">
          <Markdown text={item.prompt} />
        </Section>
      )}
      <Components item={item} />
    </>
  ),
};

function Repository({ item }: { readonly item: ItemOf<"mcps"> }) {
  const analyzed = item.validation_results?.at(-1);
  return (
    <Section title="Repository">
      <Facts
        facts={{
          Source: <code className="font-mono text-sm wrap-anywhere">{item.git_url}</code>,
          Ref: item.git_ref,
          Commit: item.resolved_sha && <code className="font-mono text-sm wrap-anywhere">{item.resolved_sha}</code>,
          Analyzed: analyzed && (
            <span className="flex flex-wrap items-center gap-x-2">
              <Time at={analyzed.run_at} />
              {!item.mcp_validated && <Badge tone="warn">with issues</Badge>}
            </span>
          ),
        }}
      />
    </Section>
  );
}

/** "mcp_servers" as it is read. */
const capabilityWords = (capability: string): string => capability.replace("mcp_", "MCP ").replaceAll("_", " ");

const kindName = (kind: string): string => {
  const type = typeOfKind(kind);
  return type === undefined ? kind : KIND_WORDS[type].one;
};

function Components({ item }: { readonly item: ItemOf<"agents"> }) {
  const links = item.component_links ?? [];
  if (links.length === 0) return null;
  return (
    <Section title="Components">
      <Table
        caption="Components"
        rows={links}
        rowKey={(link) => link.component_id}
        columns={[
          { key: "kind", header: "Kind", cell: (link) => kindName(link.component_type) },
          {
            key: "name",
            header: "Name",
            cell: (link) => {
              const type = typeOfKind(link.component_type);
              if (type === undefined) return link.component_name;
              return (
                <Link
                  to="/registry/$type/$namespace/$slug"
                  params={{ type, namespace: link.namespace, slug: link.slug }}
                  className="text-accent underline"
                >
                  {link.qualified_name}
                </Link>
              );
            },
          },
          { key: "version", header: "Version", cell: (link) => link.version_ref },
          {
            key: "status",
            header: "Status",
            secondary: true,
            cell: (link) => <StatusBadge status={link.status} />,
          },
        ]}
      />
    </Section>
  );
}

interface NamedRow {
  readonly name: string;
  readonly description?: string | null;
  readonly required?: boolean;
}

function Named({ title, rows }: { readonly title: string; readonly rows: readonly NamedRow[] }) {
  if (rows.length === 0) return null;
  return (
    <Section title={title}>
      <Table
        caption={title}
        rows={rows}
        rowKey={({ name }) => name}
        columns={[
          { key: "name", header: "Name", className: "font-mono text-sm", cell: ({ name }) => name },
          {
            key: "description",
            header: "Description",
            cell: ({ description }) => <Described text={description ?? ""} />,
          },
          ...(rows.some(({ required }) => required !== undefined)
            ? [
                {
                  key: "required",
                  header: "Required",
                  cell: ({ required }: NamedRow) => (required === false ? "optional" : "yes"),
                },
              ]
            : []),
        ]}
      />
    </Section>
  );
}

/** Labels and values; empty values are omitted. */
export function Facts({ facts }: { readonly facts: Readonly<Record<string, ReactNode>> }) {
  const shown = Object.entries(facts).filter(([, value]) => value !== undefined && value !== null && value !== "");
  return (
    <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1">
      {shown.map(([name, value]) => (
        <div key={name} className="contents">
          <dt className="text-muted">{name}</dt>
          <dd className="min-w-0">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

const Source = ({ url, at }: { readonly url: string; readonly at: string | null | undefined }) => (
  <Facts facts={{ Source: <code className="font-mono text-sm">{url}</code>, Ref: at }} />
);

/** Enums that the contract's types do not specify. */
const word = (value: unknown): string | undefined => (typeof value === "string" ? value : undefined);

const withoutFrontMatter = (text: string): string => text.replace(/^---\r?\n[\s\S]*?\r?\n---\r?\n/, "");
