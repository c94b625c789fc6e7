import * as contract from "@tackroom/contract";
import type { TestProviderDeps } from "../auth/index.js";
import type { Mount } from "../platform/http/index.js";
import type { Db } from "../platform/relational/tx.js";
import { bulkDepartment } from "./bulk-department.js";
import { checkSetting } from "./check-setting.js";
import { createUser, type UserDeps } from "./create-user.js";
import { deleteSetting, type DeleteSettingDeps } from "./delete-setting.js";
import { exportAuditLog } from "./export-audit-log.js";
import { getSetting, type GetSettingDeps } from "./get-setting.js";
import { getWeights } from "./get-weights.js";
import { deleteUser } from "./delete-user.js";
import { listAuditLog, type AuditLogDeps } from "./list-audit-log.js";
import { listSettings, type ListSettingsDeps } from "./list-settings.js";
import { listUsers } from "./list-users.js";
import { putSetting, type PutSettingDeps } from "./put-setting.js";
import { putWeights } from "./put-weights.js";
import { rotateSealingKey, type RotateSealingKeyDeps } from "./rotate-sealing-key.js";
import { setUserActive } from "./set-user-active.js";
import { setUserDepartment } from "./set-user-department.js";
import { setUserPassword } from "./set-user-password.js";
import { setUserRole } from "./set-user-role.js";
import { deleteSamlConfig } from "./sso/delete-saml-config.js";
import { getSamlConfig } from "./sso/get-saml-config.js";
import { putSamlConfig } from "./sso/put-saml-config.js";
import type { SamlConfigDeps } from "./sso/saml-config.js";
import { testSso } from "./sso/test-sso.js";
import { verifyAuditLog } from "./verify-audit-log.js";

export type AdminDeps = ListSettingsDeps &
  GetSettingDeps &
  PutSettingDeps &
  DeleteSettingDeps &
  RotateSealingKeyDeps &
  UserDeps &
  TestProviderDeps &
  SamlConfigDeps &
  AuditLogDeps & { readonly db: Db };

export function mountAdmin(mount: Mount, deps: AdminDeps): void {
  mount(contract.listSettings, () => listSettings(deps));
  mount(contract.getSetting, ({ params }) => getSetting(deps, params));
  mount(contract.putSetting, ({ params, body }, context) => putSetting(deps, { ...body, ...params }, context));
  mount(contract.checkSetting, ({ params, body }, context) => checkSetting(deps, { ...body, ...params }, context));
  mount(contract.deleteSetting, ({ params }, context) => deleteSetting(deps, params, context));
  mount(contract.getWeights, () => getWeights(deps));
  mount(contract.putWeights, ({ body }, context) => putWeights(body, context));
  mount(contract.listUsers, ({ query }, context) => listUsers(deps, query, context));
  mount(contract.createUser, ({ body }, context) => createUser(deps, body, context));
  mount(contract.setUserRole, ({ params, body }, context) => setUserRole({ ...body, ...params }, context));
  mount(contract.setUserPassword, ({ params, body }, context) => setUserPassword(deps, { ...params, body }, context));
  mount(contract.setUserActive, ({ params, body }, context) => setUserActive({ ...body, ...params }, context));
  mount(contract.setUserDepartment, ({ params, body }, context) => setUserDepartment({ ...body, ...params }, context));
  mount(contract.bulkDepartment, ({ body }, context) => bulkDepartment(body, context));
  mount(contract.deleteUser, ({ params }, context) => deleteUser(params, context));
  mount(contract.listAuditLog, ({ query }, context) => listAuditLog(deps, query, context));
  mount(contract.verifyAuditLog, () => verifyAuditLog(deps));
  mount(contract.exportAuditLog, ({ query }) => exportAuditLog(deps, query));
  mount(contract.testSso, ({ params }, context) => testSso(deps, params, context));
  mount(contract.getSamlConfig, () => getSamlConfig(deps));
  mount(contract.putSamlConfig, ({ body }, context) => putSamlConfig(deps, body, context));
  mount(contract.deleteSamlConfig, (_input, context) => deleteSamlConfig(deps, context));
  mount(contract.rotateSealingKey, (_input, context) => rotateSealingKey(deps, context));
}
