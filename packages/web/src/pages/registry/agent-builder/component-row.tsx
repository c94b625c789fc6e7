import { ArrowDown, ArrowUp, X } from "lucide-react";
import type { KeyboardEvent } from "react";
import { Link } from "@tanstack/react-router";
import { KIND_WORDS } from "../../../api/kinds.js";
import { useCall } from "../../../api/queries.js";
import { Badge, StatusBadge } from "../../../ui/feedback/badge.js";
import { Button } from "../../../ui/actions/button.js";
import { Select } from "../../../ui/forms/field.js";
import { Skeleton } from "../../../ui/feedback/skeleton.js";
import { RiskSignals } from "../item/risk-signals.js";
import { componentType } from "./component-choice.js";
import { ComponentSettings } from "./component-settings.js";
import { stateOf } from "./loaded-component.js";
import type { ShownComponent } from "./use-components.js";

interface ComponentRowProps {
  readonly shown: ShownComponent;
  readonly locked: string | undefined;
  readonly isFirst: boolean;
  readonly isLast: boolean;
  /** Why the server rejects it. */
  readonly refusal: string | undefined;
  readonly overrideProblem: string | undefined;
  readonly onRemove: () => void;
  readonly onMove: (by: -1 | 1) => void;
  readonly onVersion: (version: string | undefined) => void;
  readonly onOverride: (text: string) => void;
  readonly onLeaveOverride: () => void;
}

/** A component of the agent with its version and its settings in this agent. */
export function ComponentRow(props: ComponentRowProps) {
  const { shown, locked, isFirst, isLast, refusal, onRemove, onMove, onVersion } = props;
  const { component, item, problem } = shown;
  const { icon: Icon, one } = KIND_WORDS[componentType(component)];
  const name = item?.name ?? component.component_id;
  const press = (event: KeyboardEvent): void => {
    const by = event.altKey ? ({ ArrowUp: -1, ArrowDown: 1 } as const)[event.key as "ArrowUp"] : undefined;
    if (by === undefined) return;
    event.preventDefault();
    onMove(by);
  };
  return (
    // Focusable, so that the form can focus the first error.
    <li
      tabIndex={-1}
      data-invalid={refusal === undefined ? undefined : ""}
      className="flex flex-col gap-1.5 rounded-md border border-line bg-raised px-3 py-2 data-invalid:border-bad"
      onKeyDown={press}
    >
      <div className="flex items-start gap-2.5">
        <Icon size={16} className="mt-1.5 shrink-0 text-accent" role="img" aria-label={one} />
        <span className="flex min-h-7 min-w-0 grow items-center">
          <ItemName shown={shown} />
        </span>
        <div className="flex shrink-0">
          <RowButton label={`Move ${name} up`} disabled={isFirst} onClick={() => onMove(-1)} icon={ArrowUp} />
          <RowButton label={`Move ${name} down`} disabled={isLast} onClick={() => onMove(1)} icon={ArrowDown} />
          <RowButton label={`Remove ${name}`} data-remove="" onClick={onRemove} icon={X} />
        </div>
      </div>
      <div className="flex min-h-7 flex-wrap items-center gap-2 pl-6.5">
        {item && <VersionChoice {...{ shown, name, locked, onVersion }} />}
        <States shown={shown} />
      </div>
      {(refusal ?? problem) && (
        <p className="text-sm text-bad">
          {refusal ?? `${problem?.message} ${item ? "Remove it, or choose another version." : "Remove it."}`}
        </p>
      )}
      <ComponentSettings
        component={component}
        name={name}
        problem={props.overrideProblem}
        onChange={props.onOverride}
        onLeave={props.onLeaveOverride}
      />
      <Risks shown={shown} />
    </li>
  );
}

interface RowButtonProps {
  readonly label: string;
  readonly icon: typeof X;
  readonly disabled?: boolean;
  readonly onClick: () => void;
  readonly "data-remove"?: string;
}

/** Stays focusable at the ends of the list, because a button that disappears would lose the focus. */
const RowButton = ({ label, icon: Icon, disabled = false, onClick, ...rest }: RowButtonProps) => (
  <Button
    variant="quiet"
    size="icon"
    className="size-7 aria-disabled:opacity-40"
    aria-label={label}
    aria-disabled={disabled || undefined}
    onClick={onClick}
    {...rest}
  >
    <Icon size={14} aria-hidden="true" />
  </Button>
);

function ItemName({ shown: { component, item, problem } }: { readonly shown: ShownComponent }) {
  if (!item)
    return problem ? <bdi className="font-mono text-sm">{component.component_id}</bdi> : <Skeleton className="w-32" />;
  const { namespace, slug, name } = item;
  return (
    <Link
      to="/registry/$type/$namespace/$slug"
      params={{ type: componentType(component), namespace, slug }}
      target="_blank"
      className="min-w-0 font-medium underline-offset-2 hover:underline"
    >
      <bdi>{name}</bdi>
    </Link>
  );
}

interface VersionChoiceProps {
  readonly shown: ShownComponent;
  readonly name: string;
  readonly locked: string | undefined;
  readonly onVersion: (version: string | undefined) => void;
}

/** The latest version at submission, or a pinned one. A locked version is kept until another is selected. */
function VersionChoice({ shown: { component, item }, name, locked, onVersion }: VersionChoiceProps) {
  const versions = useCall(`${componentType(component)}.listVersions`, { params: { id: component.component_id } });
  const offered = (versions.data?.items ?? [])
    .filter(({ yanked, status }) => !yanked && status !== "rejected")
    .map(({ version }) => version);
  const pinned = component.version;
  const missing = pinned !== undefined && !offered.includes(pinned) ? [pinned] : [];
  return (
    <Select
      aria-label={`Version of ${name}`}
      className="h-7 w-auto max-w-40 text-sm"
      value={pinned ?? ""}
      onChange={(event) => onVersion(event.target.value === "" ? undefined : event.target.value)}
    >
      <option value="">{locked === undefined ? `latest (${item?.version ?? ""})` : `${locked} (pinned)`}</option>
      {[...missing, ...offered].map((version) => (
        <option key={version} value={version}>
          {version}
        </option>
      ))}
    </Select>
  );
}

function States({ shown: { loaded } }: { readonly shown: ShownComponent }) {
  if (!loaded) return null;
  const { status, deprecated, isArchived } = stateOf(loaded);
  return (
    <>
      <StatusBadge status={isArchived ? "archived" : status} />
      {deprecated !== null && <Badge tone="warn">deprecated</Badge>}
    </>
  );
}

function Risks({ shown: { loaded } }: { readonly shown: ShownComponent }) {
  const risks = loaded ? stateOf(loaded).risks : [];
  if (risks.length === 0) return null;
  return (
    <details className="text-sm">
      <summary className="w-fit text-warn">{risks.length === 1 ? "1 warning" : `${risks.length} warnings`}</summary>
      <div className="pt-1.5">
        <RiskSignals signals={risks} />
      </div>
    </details>
  );
}
