import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { findInXml, XmlProblem, xmlPath } from "./xml-path.ts";

const DOCUMENT = `<?xml version="1.0"?>
<!-- a device -->
<d:status xmlns:d="urn:x" zeit="12:00">
  <sensor id="flur"><temp>19.5</temp></sensor>
  <info><sensor id="nicht"><temp>99</temp></sensor></info>
  <sensor id="keller" wert="a &amp; b"><temp unit="C">21<!-- -->.5</temp><leer/></sensor>
  <text><![CDATA[<roh>]]> und mehr</text>
</d:status>`;

const find = (path: string, xml = DOCUMENT) => {
  const parsed = xmlPath(path);
  if (!parsed) throw new Error(`no path ${path}`);
  return findInXml(parsed, xml);
};

describe("paths in XML", () => {
  it.each([
    ["/status/sensor/temp", "19.5"],
    ["/status/sensor[2]/temp", "21.5"],
    ["/status/sensor[@id='keller']/temp", "21.5"],
    ['/status/sensor[@id="keller"]/@wert', "a & b"],
    ["/status/@zeit", "12:00"],
    ["/status/info/sensor[1]/temp", "99"],
    ["/status/text", "<roh> und mehr"],
    ["/status/sensor[2]/leer", ""],
    ["/status/sensor[3]/temp", undefined],
    ["/sensor/temp", undefined],
    ["/status/sensor/@fehlt", undefined],
  ])("%s", (path, value) => {
    expect(find(path)).toBe(value);
  });

  it.each(["", "status", "/", "/a/", "/a[0]", "/a[b]", "//a", "/a/@b/c", "/@a", "/a[@b=c]", "/a".repeat(51)])(
    "is none: %s",
    (path) => expect(xmlPath(path)).toBeUndefined(),
  );

  it("refuses what is no XML, and document types", () => {
    for (const xml of [
      "",
      "nichts",
      "<a>",
      "<a><b></a>",
      "<!DOCTYPE a [<!ENTITY x 'y'>]><a/>",
      "<a>".repeat(300),
    ]) {
      expect(() => find("/a", xml)).toThrow(XmlProblem);
    }
  });

  it("survives whatever a server sends", () => {
    const pieces = fc.constantFrom(
      "<a>",
      "</a>",
      "<b",
      ">",
      "/>",
      "&amp;",
      "&",
      "<![CDATA[",
      "]]>",
      "<!--",
      "x='",
      '"',
    );
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 60 }), (parts) => {
        try {
          find("/a/b[2]/@x", parts.join(""));
        } catch (error) {
          expect(error).toBeInstanceOf(XmlProblem);
        }
      }),
      { numRuns: 2_000 },
    );
  });
});
