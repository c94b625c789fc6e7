import type { Scorecard } from "@tackroom/contract";
import { Gauge } from "lucide-react";
import type { ItemDetail } from "../../../../api/kinds.js";
import { useCall } from "../../../../api/queries.js";
import { Loaded } from "../../../../ui/feedback/loaded.js";
import { useAddressFilters, type SearchChange } from "../../../../ui/forms/address-filters.js";
import { Select } from "../../../../ui/forms/field.js";
import type { SearchParams } from "../../../../ui/forms/search-text.js";
import { EmptyState } from "../../../../ui/layout/empty-state.js";
import { ByVersion } from "./by-version.js";
import { Dimensions } from "./dimensions.js";
import { OverTime } from "./over-time.js";
import { ScorecardSessions } from "./scorecard-sessions.js";

const PERIODS = [7, 30, 90, 365] as const;
const DEFAULT_DAYS = 30;
const NAMES = ["last", "version", "day", "score"];

/** How an agent performs, for those who own it and for admins. The choices are kept in the URL. */
export function ScorecardTab({ item }: { readonly item: ItemDetail }) {
  const { values, set } = useAddressFilters(NAMES);
  const days = PERIODS.find((each) => String(each) === values["last"]) ?? DEFAULT_DAYS;
  const params = { id: item.id };
  const version = values["version"];
  const all = useCall("getScorecard", { params, query: { days } });
  const narrowed = useCall(
    "getScorecard",
    { params, query: { days, ...(version === undefined ? {} : { version }) } },
    { enabled: version !== undefined },
  );
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-wrap gap-2">
        <Select
          aria-label="Period"
          className="w-auto"
          value={days}
          onChange={({ target }) =>
            set({ last: target.value === String(DEFAULT_DAYS) ? "" : target.value, day: undefined })
          }
        >
          {PERIODS.map((each) => (
            <option key={each} value={each}>
              Last {each} days
            </option>
          ))}
        </Select>
        <VersionSelect versions={all.data?.versions ?? []} value={version} onChange={set} />
      </div>
      <Loaded query={version === undefined ? all : narrowed} waits={all.isPending}>
        {(scorecard) =>
          scorecard.sessions === 0 ? (
            <EmptyState icon={Gauge} title="No sessions in this period">
              A scorecard is made of the recorded sessions of the agent. Choose a longer period
              {version === undefined ? "." : ", or all versions."}
            </EmptyState>
          ) : (
            <Parts {...{ item, scorecard, values, days }} versions={all.data?.versions ?? []} onChange={set} />
          )
        }
      </Loaded>
    </div>
  );
}

interface VersionSelectProps {
  readonly versions: Scorecard["versions"];
  readonly value: string | undefined;
  readonly onChange: (change: SearchChange) => void;
}

function VersionSelect({ versions, value = "", onChange }: VersionSelectProps) {
  const known = versions.flatMap(({ version }) => (version === null ? [] : [version]));
  const offered = value === "" || known.includes(value) ? known : [value, ...known];
  return (
    <Select
      aria-label="Version"
      className="w-auto max-w-full"
      value={value}
      onChange={({ target }) => onChange({ version: target.value, day: undefined })}
    >
      <option value="">All versions</option>
      {offered.map((version) => (
        <option key={version} value={version}>
          Version {version}
        </option>
      ))}
    </Select>
  );
}

interface PartsProps {
  readonly item: ItemDetail;
  readonly scorecard: Scorecard;
  readonly versions: Scorecard["versions"];
  readonly values: SearchParams;
  readonly days: number;
  readonly onChange: (change: SearchChange) => void;
}

function Parts({ item, scorecard, versions, values, days, onChange }: PartsProps) {
  const { version, day, score } = values;
  return (
    <div className="flex flex-col gap-8">
      <Dimensions scorecard={scorecard} />
      <OverTime scorecard={scorecard} score={score} onChange={onChange} />
      <ByVersion
        versions={versions}
        chosen={version}
        onChoose={(each) => onChange({ version: each, day: undefined })}
      />
      <ScorecardSessions
        // A different list starts with its first page.
        key={JSON.stringify([days, version, day])}
        item={item}
        days={days}
        version={version}
        day={day}
        offered={scorecard.series}
        onDay={(each) => onChange({ day: each })}
      />
    </div>
  );
}
