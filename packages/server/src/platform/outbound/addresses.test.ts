import { describe, expect, test } from "vitest";
import { nonPublic } from "./addresses.js";

describe("an address", () => {
  test.each([
    ["0.0.0.0", "the unspecified address"],
    ["0.1.2.3", "the unspecified address"],
    ["10.1.2.3", "a private address"],
    ["100.64.0.1", "a carrier-grade NAT address"],
    ["100.100.100.200", "a carrier-grade NAT address"],
    ["127.0.0.1", "a loopback address"],
    ["127.255.255.254", "a loopback address"],
    ["168.63.129.16", "a metadata address"],
    ["169.254.169.254", "a link-local address"],
    ["172.16.0.1", "a private address"],
    ["172.31.255.255", "a private address"],
    ["192.0.0.192", "a reserved address"],
    ["192.0.2.1", "a reserved address"],
    ["192.168.1.1", "a private address"],
    ["198.18.0.1", "a reserved address"],
    ["198.51.100.1", "a reserved address"],
    ["203.0.113.1", "a reserved address"],
    ["224.0.0.1", "a multicast address"],
    ["240.0.0.1", "a reserved address"],
    ["255.255.255.255", "the broadcast address"],
    ["::", "the unspecified address"],
    ["::1", "a loopback address"],
    ["::127.0.0.1", "a loopback address"],
    ["::ffff:127.0.0.1", "a loopback address"],
    ["::ffff:7f00:1", "a loopback address"],
    ["::ffff:a9fe:a9fe", "a link-local address"],
    ["::ffff:0:127.0.0.1", "an IPv4-translated address"],
    ["64:ff9b::7f00:1", "an IPv4-translated address"],
    ["64:ff9b:1::a00:1", "an IPv4-translated address"],
    ["100::1", "a reserved address"],
    ["2001::1", "an IPv4 tunnel address"],
    ["2002:7f00:1::", "an IPv4 tunnel address"],
    ["2001:db8::1", "a reserved address"],
    ["3fff::1", "a reserved address"],
    ["4000::1", "a reserved address"],
    ["fc00::1", "a private address"],
    ["fd00:ec2::254", "a private address"],
    ["fe80::1", "a link-local address"],
    ["fe80::1%eth0", "a link-local address"],
    ["fec0::1", "a private address"],
    ["ff02::1", "a multicast address"],
    ["not an address", "an invalid address"],
  ])("%s is %s", (address, what) => {
    expect(nonPublic(address)).toBe(what);
  });

  test.each([
    "1.1.1.1",
    "9.255.255.255",
    "100.63.255.255",
    "100.128.0.1",
    "172.32.0.1",
    "::ffff:8.8.8.8",
    "2606:4700::1111",
  ])("%s is public", (address) => {
    expect(nonPublic(address)).toBeUndefined();
  });
});
