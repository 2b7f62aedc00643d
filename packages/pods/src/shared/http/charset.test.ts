import { expect, it } from "vitest";
import { decode } from "./charset.ts";

const XML = '<?xml version="1.0" encoding="utf-16"?><t>Küche</t>';
const little = Buffer.from(`\ufeff${XML}`, "utf16le");

it.each([
  ["XML in UTF-8 that says UTF-16", "text/xml", Buffer.from(XML), XML],
  ["the same where the header says so too", "text/xml; charset=utf-16", Buffer.from(XML), XML],
  ["UTF-16, little end first", "text/xml", little, XML],
  ["UTF-16, big end first", "text/xml", Buffer.from(little).swap16(), XML],
  ["UTF-16 that the header calls UTF-8", "text/xml; charset=utf-8", little, XML],
  ["UTF-16 without a mark", "text/plain; charset=utf-16le", Buffer.from("Küche", "utf16le"), "Küche"],
  ["UTF-8 with a mark that the header calls Latin 1", "a/b; charset=latin1", Buffer.from("\ufeffü"), "ü"],
  ["Latin 1", "text/plain; charset=iso-8859-1", Buffer.from("ü", "latin1"), "ü"],
])("%s", (_, contentType, content, text) => {
  expect(decode(contentType, content)).toEqual({ text, garbled: false });
});
