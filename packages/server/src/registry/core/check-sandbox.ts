import type { FieldError } from "@tackroom/contract";
import { recordOf, textOf, type Fields } from "./fields.js";
import { checkSource } from "./sources.js";

const DOCKER_IMAGE = /^[A-Za-z0-9][A-Za-z0-9._:/@+-]{0,499}$/;
const LIMITS = ["cpu", "cpus", "memory", "memory_mb", "timeout", "timeout_seconds", "pids", "disk"];
const AMOUNT = /^[0-9]{1,15}([.][0-9]{1,9})?(b|[kmgt](i?b)?|ms|s|h)?$/i;
const CONFIG_TEXTS = ["config_path", "kernel_image_path", "rootfs_path", "module"];

/** What the schema cannot say about a sandbox: what each runtime needs to start. */
export function checkSandbox(fields: Fields): FieldError[] {
  return [
    ...checkImage(fields),
    ...checkLimits(recordOf(fields, "resource_limits")),
    ...checkConfig(recordOf(fields, "runtime_config")),
    ...checkSource(fields, { url: "source_url", ref: "source_ref", path: "sandbox_path" }),
  ];
}

function checkImage(fields: Fields): FieldError[] {
  const image = textOf(fields, "image");
  const config = recordOf(fields, "runtime_config");
  const has = (name: string): boolean => textOf(config, name) !== undefined;
  switch (fields["runtime_type"]) {
    case "firecracker":
      if (has("config_path") || (has("kernel_image_path") && has("rootfs_path"))) return [];
      return [
        {
          path: "runtime_config",
          message: "Firecracker requires runtime_config.config_path, or both kernel_image_path and rootfs_path.",
        },
      ];
    case "wasm":
      if (image !== undefined || has("module")) return [];
      return [{ path: "image", message: "WebAssembly requires a module, as image or as runtime_config.module." }];
    case "docker":
      if (image !== undefined && DOCKER_IMAGE.test(image) && !image.includes("://")) return [];
      return [{ path: "image", message: 'Must be a Docker image reference such as "ghcr.io/acme/tool:1.2.0".' }];
    default:
      return image === undefined ? [{ path: "image", message: "An image is required." }] : [];
  }
}

/** Members that no runtime of ours reads are kept as they are. */
function checkLimits(limits: Fields): FieldError[] {
  return LIMITS.filter((name) => !isAmount(limits[name])).map((name) => ({
    path: `resource_limits.${name}`,
    message: 'Must be a positive number, or a quantity such as "512m", "1g" or "30s".',
  }));
}

function isAmount(value: unknown): boolean {
  if (value === undefined || value === null) return true;
  if (typeof value === "number") return Number.isFinite(value) && value > 0;
  return typeof value === "string" && AMOUNT.test(value) && Number.parseFloat(value) > 0;
}

function checkConfig(config: Fields): FieldError[] {
  const errors = CONFIG_TEXTS.filter((name) => config[name] !== undefined && typeof config[name] !== "string").map(
    (name) => ({ path: `runtime_config.${name}`, message: "Must be a path." }),
  );
  const { privileged } = config as { privileged?: unknown };
  if (privileged !== undefined && typeof privileged !== "boolean") {
    errors.push({ path: "runtime_config.privileged", message: "Must be true or false." });
  }
  return errors;
}
