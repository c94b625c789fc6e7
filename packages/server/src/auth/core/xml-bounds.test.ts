import { expect, test } from "vitest";
import { xmlRefusal } from "./xml-bounds.js";

test.each([
  ["an element", "<a/>"],
  ["elements in each other", "<a><b c='>'>text</b><d e=\"/>\"/></a>"],
  ["a declaration, a comment and raw text", '<?xml version="1.0"?><a><!-- <b> --><![CDATA[<c>]]></a>'],
  ["a thousand groups", `<a>${"<AttributeValue>x</AttributeValue>".repeat(1000)}</a>`],
  ["as deep as it may be", "<a>".repeat(64) + "</a>".repeat(64)],
])("%s may be parsed", (_what, xml) => {
  expect(xmlRefusal(xml)).toBeUndefined();
});

test.each([
  ["nothing", ""],
  ["text", "hello"],
  ["an element that nobody closes", "<a><b></b>"],
  ["an end without a beginning", "</a>"],
  ["a tag that does not end", "<a b='"],
  ["a comment that does not end", "<a><!-- </a>"],
  ["a definition", '<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>'],
  ["too deep", "<a>".repeat(65) + "</a>".repeat(65)],
  ["too much", `<a>${"<b/>".repeat(3000)}</a>`],
])("%s may not", (_what, xml) => {
  expect(xmlRefusal(xml)).toMatch(/^It /);
});

test("the time for a hostile text grows with its length, not faster", () => {
  for (const piece of ["<a>", "<", "<!--", "<a b='", "<![CDATA["]) {
    expect(xmlRefusal(piece.repeat(50_000))).toMatch(/^It /);
  }
});
