import * as contract from "@tackroom/contract";
import type { Mount } from "../platform/http/index.js";
import type { Db } from "../platform/relational/tx.js";
import { bulkDepartment } from "./bulk-department.js";
import { checkSetting } from "./check-setting.js";
import { createUser, type UserDeps } from "./create-user.js";
import { deleteSetting, type DeleteSettingDeps } from "./delete-setting.js";
import { exportAuditLog } from "./export-audit-log.js";
import { getSetting, type GetSettingDeps } from "./get-setting.js";
import { deleteUser } from "./delete-user.js";
import { listAuditLog, type AuditLogDeps } from "./list-audit-log.js";
import { listSettings, type ListSettingsDeps } from "./list-settings.js";
import { listUsers } from "./list-users.js";
import { putSetting, type PutSettingDeps } from "./put-setting.js";
import { rotateSealingKey, type RotateSealingKeyDeps } from "./rotate-sealing-key.js";
import { setUserActive } from "./set-user-active.js";
import { setUserDepartment } from "./set-user-department.js";
import { setUserPassword } from "./set-user-password.js";
import { setUserRole } from "./set-user-role.js";
import { verifyAuditLog } from "./verify-audit-log.js";

export type AdminDeps = ListSettingsDeps &
  GetSettingDeps &
  PutSettingDeps &
  DeleteSettingDeps &
  RotateSealingKeyDeps &
  UserDeps &
  AuditLogDeps & { readonly db: Db };

export function mountAdmin(mount: Mount, deps: AdminDeps): void {
  mount(contract.listSettings, () => listSettings(deps));
  mount(contract.getSetting, ({ params }) => getSetting(deps, params.key));
  mount(contract.putSetting, ({ params, body }, caller, call) =>
    putSetting(deps, { ...params, ...body }, caller, call),
  );
  mount(contract.checkSetting, ({ params, body }, caller, call) =>
    checkSetting(deps, { ...params, ...body }, caller, call),
  );
  mount(contract.deleteSetting, ({ params }, caller, call) => deleteSetting(deps, params.key, caller, call));
  mount(contract.listUsers, ({ query }, _caller, call) => listUsers(deps, query, call));
  mount(contract.createUser, ({ body }, caller, call) => createUser(deps, body, caller, call));
  mount(contract.setUserRole, ({ params, body }, caller, call) => setUserRole(params.id, body.role, caller, call));
  mount(contract.setUserPassword, ({ params, body }, caller, call) =>
    setUserPassword(deps, { id: params.id, body }, caller, call),
  );
  mount(contract.setUserActive, ({ params, body }, caller, call) =>
    setUserActive(params.id, body.active, caller, call),
  );
  mount(contract.setUserDepartment, ({ params, body }, caller, call) =>
    setUserDepartment(params.id, body.department, caller, call),
  );
  mount(contract.bulkDepartment, ({ body }, caller, call) => bulkDepartment(body, caller, call));
  mount(contract.deleteUser, ({ params }, caller, call) => deleteUser(params.id, caller, call));
  mount(contract.listAuditLog, ({ query }, _caller, call) => listAuditLog(deps, query, call));
  mount(contract.verifyAuditLog, () => verifyAuditLog(deps));
  mount(contract.exportAuditLog, ({ query }) => exportAuditLog(deps, query));
  mount(contract.rotateSealingKey, (_input, _caller, call) => rotateSealingKey(deps, call));
}
