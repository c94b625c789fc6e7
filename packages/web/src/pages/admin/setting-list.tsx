import { Card } from "../../ui/layout/card.js";
import type { Setting } from "./setting-control.js";
import { SettingRow } from "./setting-row.js";

export const SettingList = ({ settings }: { readonly settings: readonly Setting[] }) => (
  <Card className="divide-y divide-line p-0">
    {settings.map((setting) => (
      <SettingRow key={setting.key} setting={setting} />
    ))}
  </Card>
);
