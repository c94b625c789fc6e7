import { expect, test } from "vitest";
import { isPinnedImage, unpinnedFetches } from "./fetches.js";

const COMMIT = "3f786850e387550fdab836ed7e6dc881de23001b";

test.each([
  ["npx -y server", ["server"]],
  ["npx -y @acme/server", ["@acme/server"]],
  ["npx -y @acme/server@latest", ["@acme/server@latest"]],
  ["npx server@^1.2.0", ["server@^1.2.0"]],
  ["npx server@1", ["server@1"]],
  ["npx -y @acme/server@1.2.3", []],
  ["npx server@1.2.3-beta.1 --port 1", []],
  ["npx --package=server@1.0.0 run-it", []],
  ["npx -p server run-it", ["server"]],
  ["npx ./local", []],
  ["npx --no-install server", []],
  ["npx github:acme/server", ["github:acme/server"]],
  [`npx github:acme/server#${COMMIT}`, []],
  ["/usr/local/bin/npx server", ["server"]],
  ["npx.cmd server", ["server"]],
  ["bunx server", ["server"]],
  ["pnpm dlx server", ["server"]],
  ["pnpm install", []],
  ["yarn dlx server@1.0.0", []],
  ["npm exec -- server", ["server"]],
  ["npm exec server", ["server"]],
  ["npm run start", []],
  ["uvx server", ["server"]],
  ["uvx server@1.2.0", []],
  ["uvx server@latest", ["server@latest"]],
  ["uvx server==1.2.0", []],
  ["uvx --from server==1.2.0 run-it", []],
  ["uvx --from git+https://x.test/r run-it", ["git+https://x.test/r"]],
  [`uvx --from git+https://x.test/r@${COMMIT} run-it`, []],
  ["uvx --python 3.12 server", ["server"]],
  ["uvx ./local", []],
  ["uv tool run server", ["server"]],
  ["uv run server.py", []],
  ["uv run --with mcp server.py", ["mcp"]],
  ["pipx run server", ["server"]],
  ["pipx run --spec server==1.0 server", []],
  ["pipx install server", []],
  ["docker run -i --rm -e KEY=V acme/server", ["acme/server"]],
  ["docker run -it --rm -e KEY acme/server:latest", ["acme/server:latest"]],
  ["docker run -i --rm --name x -v /a:/b acme/server:1.2", []],
  ["docker run --env=A=B localhost:5000/server", ["localhost:5000/server"]],
  [`docker run acme/server@sha256:${"ab".repeat(32)}`, []],
  ["docker ps", []],
  ["podman run server", ["server"]],
  ["go run x.test/server@latest", ["x.test/server@latest"]],
  ["go run x.test/server@v1.2.3", []],
  ["deno run -A https://x.test/server.ts", ["https://x.test/server.ts"]],
  ["deno run https://deno.land/x/server@v1.2.3/mod.ts", []],
  ["deno run jsr:@acme/server", ["jsr:@acme/server"]],
  ["deno run server.ts", []],
  ["node server.js", []],
])("%s", (line, fetched) => {
  const [command = "", ...args] = line.split(" ");
  expect(unpinnedFetches({ command, args }).map((index) => args[index])).toEqual(fetched);
});

test.each([
  ["acme/x", false],
  ["acme/x:latest", false],
  ["acme/x:1.2", true],
  ["localhost:5000/x", false],
  [`x:latest@sha256:${"ab".repeat(32)}`, true],
])("the image %s is pinned: %s", (image, pinned) => {
  expect(isPinnedImage(image)).toBe(pinned);
});
