import type { SsoMethod, SsoTest } from "@tackroom/contract";
import { testProvider, type TestProviderDeps } from "../../auth/index.js";
import type { CallContext } from "../../platform/http/index.js";

/** `POST /admin/sso/{method}/test` */
export async function testSso(
  deps: TestProviderDeps,
  { method }: { readonly method: SsoMethod },
  { call }: CallContext,
): Promise<SsoTest> {
  const result = await testProvider(deps, method);
  const failed = result.checks.filter(({ ok }) => !ok).map(({ name }) => name);
  call.describeForAudit({ resourceName: method, detail: { ok: result.ok, failed } });
  return result;
}
