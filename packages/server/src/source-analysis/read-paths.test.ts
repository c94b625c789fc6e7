import { expect, test } from "vitest";
import { isRead } from "./index.js";
import { LIMITS } from "./limits.js";

test.each([
  "server.py",
  "src/index.ts",
  "src/app.mts",
  "lib/server.mjs",
  "cmd/main.go",
  "src/tools/docs/find.ts",
  "src/config/cleanup-config.ts",
  "packages/a/package.json",
  "pyproject.toml",
  "go.mod",
  "server.json",
  "README.md",
  "Dockerfile",
  "docker-compose.yml",
  "compose.prod.yaml",
  ".env.example",
])("%s is read", (path) => {
  expect(isRead(path, 100)).toBe(true);
});

test.each([
  "image.png",
  "main.rs",
  "src/index.test.ts",
  "src/index.spec.js",
  "test_server.py",
  "server_test.go",
  "conftest.py",
  "tests/server.py",
  "src/__tests__/a.ts",
  "examples/a/server.py",
  "docs/conf.py",
  "vendor/x/y.go",
  "node_modules/a/index.js",
  "dist/index.js",
  "build/index.js",
  "types.d.ts",
  "vite.config.ts",
  "lib/jquery.min.js",
  ".github/scripts/a.py",
  ".env",
  ".env.local",
  "examples/a/README.md",
])("%s is not", (path) => {
  expect(isRead(path, 100)).toBe(false);
});

test("files that are too large are not read", () => {
  expect([isRead("a.py", LIMITS.fileBytes), isRead("a.py", LIMITS.fileBytes + 1)]).toEqual([true, false]);
});
