import { useLocation } from "@tanstack/react-router";
import { SETTING_GROUP_TITLES } from "@tackroom/contract/setting-groups";
import { RotateCw, SearchX } from "lucide-react";
import { useEffect, useState } from "react";
import { useCall } from "../../../api/queries.js";
import { Button, ButtonLink } from "../../../ui/actions/button.js";
import { Loaded } from "../../../ui/feedback/loaded.js";
import { SkeletonRows } from "../../../ui/feedback/skeleton.js";
import { useAddressFilters, type AddressFilters } from "../../../ui/forms/address-filters.js";
import { Segmented } from "../../../ui/forms/segmented.js";
import { EmptyState } from "../../../ui/layout/empty-state.js";
import { AdminFrame } from "../admin-frame.js";
import type { Setting } from "./setting.js";
import { SettingList } from "./setting-list.js";
import { inView, matching, sectionsOf, VIEW_LABELS, viewOf, VIEWS, type SettingSection } from "./setting-views.js";
import { SettingsIndex, SettingsSearch } from "./settings-index.js";

export const SettingsPage = () => (
  <AdminFrame title="Settings" intro="Changes are saved at once and take effect immediately, unless noted otherwise.">
    <Settings />
  </AdminFrame>
);

function Settings() {
  const settings = useCall("listSettings");
  const filters = useAddressFilters(["q", "show"]);
  const [text, setText] = useState(filters.values["q"] ?? "");
  const view = viewOf(filters.values["show"]);
  const shown = matching(inView(settings.data ?? [], view), text);
  const sections = sectionsOf(shown);
  const search = (typed: string): void => {
    setText(typed);
    filters.set({ q: typed.trim() });
  };
  const showAll = (): void => {
    setText("");
    filters.clear();
  };
  useScrollToGroup(settings.data !== undefined);
  return (
    <div className="grid min-w-0 gap-x-8 gap-y-3 lg:grid-cols-[13rem_minmax(0,1fr)]">
      <div className="flex min-w-0 flex-col gap-2 lg:sticky lg:top-4 lg:self-start">
        <SettingsSearch text={text} onType={search} />
        <SettingsIndex sections={sections} />
      </div>
      <Loaded query={settings} skeleton={<SkeletonRows rows={10} className="h-20" />}>
        {(all) => (
          <div className="flex min-w-0 flex-col gap-4">
            <PendingRestart settings={all} onShow={() => filters.set({ show: "restart" })} />
            <Views settings={all} filters={filters} />
            {sections.map((section) => (
              <Group key={section.group} section={section} />
            ))}
            {sections.length === 0 && (
              <EmptyState icon={SearchX} title="No settings found" action={<Button onClick={showAll}>Show all</Button>}>
                No setting matches. The search looks at names, descriptions, keys and environment variables.
              </EmptyState>
            )}
          </div>
        )}
      </Loaded>
    </div>
  );
}

/** The browser looks for the group of a link before the settings are there. */
function useScrollToGroup(isReady: boolean): void {
  const { hash } = useLocation();
  useEffect(() => {
    if (isReady && hash !== "") document.getElementById(hash)?.scrollIntoView();
  }, [isReady, hash]);
}

interface PendingRestartProps {
  readonly settings: readonly Setting[];
  readonly onShow: () => void;
}

function PendingRestart({ settings, onShow }: PendingRestartProps) {
  const count = inView(settings, "restart").length;
  if (count === 0) return null;
  return (
    <div role="status" className="flex items-center gap-3 rounded-md bg-warn-soft px-3 py-2 text-sm text-warn">
      <RotateCw size={15} aria-hidden="true" className="shrink-0" />
      <p className="grow font-medium">
        {count === 1 ? "1 change waits" : `${count} changes wait`} for a restart of the server.
      </p>
      <Button size="small" onClick={onShow}>
        Show {count === 1 ? "it" : "them"}
      </Button>
    </div>
  );
}

interface ViewsProps {
  readonly settings: readonly Setting[];
  readonly filters: AddressFilters;
}

function Views({ settings, filters }: ViewsProps) {
  const current = viewOf(filters.values["show"]);
  const segments = VIEWS.map((view) => ({
    value: view,
    label: VIEW_LABELS[view],
    count: inView(settings, view).length,
  })).filter(({ value, count }) => value !== "restart" || count > 0 || value === current);
  return (
    <Segmented
      label="Show"
      segments={segments}
      value={current}
      onChange={(view) => filters.set({ show: view === "all" ? undefined : view })}
    />
  );
}

const Group = ({ section: { group, settings } }: { readonly section: SettingSection }) => (
  <section id={group} aria-labelledby={`${group}-title`} className="flex scroll-mt-16 flex-col gap-2 lg:scroll-mt-4">
    <div className="flex min-h-8 flex-wrap items-center justify-between gap-2">
      <h2 id={`${group}-title`}>{SETTING_GROUP_TITLES[group]}</h2>
      {(group === "sso" || group === "saml") && (
        <ButtonLink size="small" to="/admin/sso">
          Set up and test
        </ButtonLink>
      )}
    </div>
    <SettingList settings={settings} />
  </section>
);
