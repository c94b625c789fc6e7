import { expect, test } from "vitest";
import { deviceAddresses, normaliseUserCode } from "./device-addresses.js";

test("people are sent to the page of the web app, with the code or to type it", () => {
  expect(deviceAddresses("https://tack.example.com/", "BCDF-2345")).toEqual({
    verification_uri: "https://tack.example.com/device",
    verification_uri_complete: "https://tack.example.com/device?code=BCDF-2345",
  });
});

test.each(["BCDF-2345", "bcdf2345", " bcdf 2345 ", "b-c-d-f-2-3-4-5"])("reads %j as the code it is", (typed) => {
  expect(normaliseUserCode(typed)).toBe("BCDF-2345");
});
