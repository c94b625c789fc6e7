import { expect, test } from "vitest";
import { detectHost, isSameRepository, repositoryKey } from "./repositories.js";

test.each([
  ["https://github.com/acme/tickets", "github.com/acme/tickets"],
  ["https://github.com/Acme/Tickets.git", "github.com/acme/tickets"],
  ["https://github.com/acme/tickets/", "github.com/acme/tickets"],
  ["https://github.com/acme/tickets.git/", "github.com/acme/tickets"],
  ["http://user@github.com/acme/tickets", "github.com/acme/tickets"],
  ["git://github.com/acme/tickets.git", "github.com/acme/tickets"],
  ["git@github.com:acme/tickets.git", "github.com/acme/tickets"],
  ["ssh://git@github.com/acme/tickets.git", "github.com/acme/tickets"],
  ["ssh://git@git.internal:2222/group/sub/tickets.git", "git.internal/group/sub/tickets"],
  ["https://git.internal:8443/group/tickets", "git.internal:8443/group/tickets"],
  ["https://github.com/", undefined],
  ["file:///etc", undefined],
  ["tickets", undefined],
  ["", undefined],
])("%s is the repository %s", (address, key) => {
  expect(repositoryKey(address)).toBe(key);
});

test("a repository is the same by whichever of its addresses it is named", () => {
  const addresses = ["https://github.com/acme/tickets", "git@github.com:acme/tickets.git"];
  expect(isSameRepository("https://github.com/Acme/tickets.git", addresses)).toBe(true);
  expect(isSameRepository("https://github.com/acme/tickets-two", addresses)).toBe(false);
  expect(isSameRepository("https://evil.example/github.com/acme/tickets", addresses)).toBe(false);
  expect(isSameRepository("not an address", ["not an address"])).toBe(false);
  expect(isSameRepository("https://github.com/acme/tickets", [])).toBe(false);
});

test.each([
  ["https://gitlab.com/acme/tickets", "host_b"],
  ["https://gitlab.example.com/acme/tickets", "host_b"],
  ["git@my-gitlab.internal:acme/tickets.git", "host_b"],
  ["https://host_b.example/acme/tickets", "host_b"],
  ["https://host-b.example/acme/tickets", "host_b"],
  ["https://hostb.example/acme/tickets", "host_b"],
  ["https://github.com/gitlab/tickets", "host_a"],
  ["https://git.example.com/acme/tickets", "host_a"],
])("%s is hosted by %s", (url, host) => {
  expect(detectHost(url)).toBe(host);
});
