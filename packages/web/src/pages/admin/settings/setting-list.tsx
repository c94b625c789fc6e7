import type { Setting } from "./setting.js";
import { SettingRow } from "./setting-row.js";

export const SettingList = ({ settings }: { readonly settings: readonly Setting[] }) => (
  <ul className="flex flex-col divide-y divide-line border-y border-line">
    {settings.map((setting) => (
      <li key={setting.key}>
        <SettingRow setting={setting} />
      </li>
    ))}
  </ul>
);
