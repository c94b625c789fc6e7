import {
  BadgeCheck,
  Bell,
  ClipboardCheck,
  Coins,
  Globe,
  KeyRound,
  LogIn,
  Search,
  Shield,
  Sparkles,
  Timer,
  type LucideIcon,
} from "lucide-react";
import { Link } from "@tanstack/react-router";
import { SETTING_GROUP_TITLES, type SettingGroup } from "@tackroom/contract/setting-groups";
import { KeyboardHint } from "../../../ui/actions/keyboard.js";
import { Input } from "../../../ui/forms/field.js";
import { isChanged, type SettingSection } from "./setting-views.js";

const ICONS: Readonly<Record<SettingGroup, LucideIcon>> = {
  sign_in: LogIn,
  sso: KeyRound,
  saml: BadgeCheck,
  registry: ClipboardCheck,
  discovery: Sparkles,
  recording: Coins,
  addresses: Globe,
  notifications: Bell,
  limits: Shield,
  tokens: Timer,
};

interface SettingsSearchProps {
  readonly text: string;
  readonly onType: (text: string) => void;
}

export const SettingsSearch = ({ text, onType }: SettingsSearchProps) => (
  <div role="search" className="relative">
    <Search size={15} aria-hidden="true" className="absolute top-2.5 left-2.5 text-muted md:top-2" />
    <Input
      data-page-search=""
      type="search"
      aria-label="Search settings"
      placeholder="Name or key"
      maxLength={200}
      value={text}
      onChange={({ target }) => onType(target.value)}
      className="pl-8"
    />
    <span aria-hidden="true" className="absolute top-1.5 right-2 hidden md:inline">
      {text === "" && <KeyboardHint>/</KeyboardHint>}
    </span>
  </div>
);

/**
 * Leads to each group that has settings to show; a dot marks those with values that were changed. Positioned, so that the
 * hidden texts scroll with it instead of widening the page.
 */
export const SettingsIndex = ({ sections }: { readonly sections: readonly SettingSection[] }) => (
  <nav
    aria-label="Groups of settings"
    className="relative flex min-w-0 gap-0.5 overflow-x-auto lg:flex-col lg:overflow-visible"
  >
    {sections.map(({ group, settings }) => {
      const Icon = ICONS[group];
      const changed = settings.filter(isChanged).length;
      return (
        <Link
          key={group}
          to="/admin/settings"
          search={(before: object) => before}
          hash={group}
          replace
          activeOptions={{ includeHash: true }}
          className="look-place"
        >
          <Icon size={15} aria-hidden="true" className="shrink-0" />
          <span className="grow whitespace-nowrap">{SETTING_GROUP_TITLES[group]}</span>
          {changed > 0 && (
            <span className="size-1.5 shrink-0 rounded-full bg-accent" title={`${changed} changed`}>
              <span className="sr-only">{changed} changed,</span>
            </span>
          )}
          <span className="text-xs font-normal tabular-nums">{settings.length}</span>
        </Link>
      );
    })}
  </nav>
);
