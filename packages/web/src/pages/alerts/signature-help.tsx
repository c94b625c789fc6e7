import { CodeBlock } from "../../ui/text/code-block.js";

const VERIFY = `const { createHmac, timingSafeEqual } = require("node:crypto");

function isFromTackroom(headers, rawBody, secret) {
  const timestamp = headers["x-tackroom-timestamp"];
  const expected = "sha256=" +
    createHmac("sha256", secret).update(timestamp + "." + rawBody).digest("hex");
  const given = Buffer.from(headers["x-tackroom-signature"] ?? "");
  const isRecent = Math.abs(Date.now() / 1000 - Number(timestamp)) < 300;
  return isRecent && given.length === expected.length &&
    timingSafeEqual(given, Buffer.from(expected));
}`;

/** How a receiver tells that a request is from this server. */
export const SignatureHelp = () => (
  <div className="flex min-w-0 flex-col gap-2">
    <p>
      Each request has the headers <code className="font-mono text-sm">X-Tackroom-Signature</code>,{" "}
      <code className="font-mono text-sm">X-Tackroom-Timestamp</code> and{" "}
      <code className="font-mono text-sm">X-Tackroom-Event-Id</code>. The signature is{" "}
      <code className="font-mono text-sm">sha256=</code> and the HMAC-SHA256, in hex, of the timestamp, a dot and the
      body as it was received, with the secret as the key. Reject old timestamps, and ignore event IDs that you have
      already handled.
    </p>
    <CodeBlock title="Verification in Node.js" language="javascript" code={VERIFY} />
  </div>
);
