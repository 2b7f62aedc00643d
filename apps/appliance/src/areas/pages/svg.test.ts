import { describe, expect, it } from "vitest";
import { cleanSvg, SvgProblem } from "./svg.ts";

const svg = (inner: string, more = "") =>
  `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 100 50"${more}>${inner}</svg>`;
const clean = (text: string) => cleanSvg(Buffer.from(text));
const inner = (text: string) => {
  const made = clean(svg(text)).svg;
  return made.slice(made.indexOf(">") + 1, -"</svg>".length);
};

describe("a picture that is in order", () => {
  it("keeps its shapes, texts, colours, gradients and what it uses of itself", () => {
    const drawing =
      '<defs><linearGradient id="g1"><stop offset="0" stop-color="#fff"></stop></linearGradient></defs>' +
      '<g id="a" class="wall"><path d="M0 0 L10 10" fill="url(#g1)" style="stroke-width:2;fill:url(#g1)"></path></g>' +
      '<text x="1" y="2">Büro 2 &#38; Flur</text><use href="#a"></use>' +
      "<style>.wall{fill:#eee;stroke:none}</style>";
    expect(inner(drawing)).toBe(drawing);
  });

  it("keeps a picture in it that comes along, and references with a prefix", () => {
    expect(inner('<image xlink:href="data:image/png;base64,iVBORw0K" x="1"/>')).toBe(
      '<image href="data:image/png;base64,iVBORw0K" x="1"></image>',
    );
    expect(inner('<g id="a"/><use xlink:href="#a"/>')).toContain('<use href="#a">');
  });

  it("has its size from either", () => {
    expect(clean('<svg width="80mm" height="40mm"/>').svg).toContain('viewBox="0 0 80 40"');
    expect(clean('<svg width="100%" height="100%" viewBox="-5 -5, 40 20"/>').svg).toContain(
      'viewBox="-5 -5 40 20" width="1000" height="500"',
    );
  });

  it("tells what it lost", () => {
    expect(clean(svg("<script>x</script><metadata><rdf/></metadata><g/>")).removed).toEqual([
      "script",
      "metadata",
    ]);
  });
});

describe("a hostile picture", () => {
  it.each([
    ["a script", "<script>alert(1)</script>"],
    [
      "a script of another case and prefix",
      "<x:script xmlns:x='http://www.w3.org/2000/svg'>alert(1)</x:script>",
    ],
    ["a script in CDATA", "<script><![CDATA[alert(1)]]></script>"],
    ["shapes in a script", "<script><g><rect/></g></script>"],
    [
      "foreign content",
      "<foreignObject><body xmlns='http://www.w3.org/1999/xhtml'><img src='x'/></body></foreignObject>",
    ],
    ["an animation that sets an address", "<animate attributeName='href' values='javascript:alert(1)'/>"],
    ["a set", "<set attributeName='onload' to='alert(1)'/>"],
    ["a link", "<a href='https://evil.example'><rect/></a>"],
    ["a filter", "<filter id='f'><feImage href='https://evil.example/x.png'/></filter>"],
    ["a frame", "<iframe src='https://evil.example'/>"],
    ["a handler's element", "<handler type='text/ecmascript'>alert(1)</handler>"],
  ])("loses %s", (_, hostile) => {
    expect(inner(hostile)).toBe("");
  });

  it.each([
    ["a handler", 'onload="alert(1)"'],
    ["a handler of another case", 'ONCLICK="alert(1)"'],
    ["a handler with a prefix", 'x:onload="alert(1)"'],
    ["a reference to elsewhere", 'href="https://evil.example/x.svg#a"'],
    ["a reference with a prefix", 'xlink:href="//evil.example/x.svg#a"'],
    ["a script as reference", 'href="javascript:alert(1)"'],
    ["data as reference", 'href="data:image/svg+xml;base64,PHN2Zz4="'],
    ["a colour from elsewhere", 'fill="url(https://evil.example/x.svg#a)"'],
    ["a colour from elsewhere, escaped", 'fill="&#117;rl(//evil.example/x#a)"'],
    ["a colour from elsewhere, escaped as CSS", 'fill="\\75rl(//evil.example/x#a)"'],
    ["a style from elsewhere", 'style="background:url(//evil.example)"'],
    ["a style with an import", "style=\"@import '//evil.example'\""],
    ["a style with a comment in a word", 'style="fill:ur/**/l(//evil.example)"'],
    ["one reference within and one to elsewhere", 'style="fill:url(#a) url(//evil.example)"'],
    ["a base", 'xml:base="https://evil.example"'],
    ["a source", 'src="https://evil.example"'],
  ])("loses %s of an element", (_, attribute) => {
    expect(inner(`<rect ${attribute} x="1"/>`)).toBe('<rect x="1"></rect>');
  });

  it.each([
    ["an import", "@import url(//evil.example/x.css);"],
    ["a font", "@font-face{src:url(//evil.example/x.woff)}"],
    ["an end of the style", "</style><script>alert(1)</script><style>"],
    ["a picture", "rect{fill:image-set('//evil.example/x.png' 1x)}"],
  ])("loses a style sheet with %s", (_, text) => {
    expect(inner(`<style>${text}</style>`)).not.toMatch(/evil|alert/);
  });

  it("ends no attribute and no text early", () => {
    const made = inner(
      "<text class='a&quot; onload=&quot;alert(1)'>&lt;script&gt;alert(1)&lt;/script&gt;</text>",
    );
    expect(made).not.toMatch(/<script|" onload/);
    expect(made).toContain("&#60;script&#62;");
  });

  it.each([
    ["nothing", ""],
    ["no markup", "GIF89a"],
    ["a page", "<html><body/></html>"],
    ["a page around a picture", "<html><svg viewBox='0 0 1 1'/></html>"],
    ["a document type with entities", '<!DOCTYPE svg [<!ENTITY a "b">]><svg viewBox="0 0 1 1">&a;</svg>'],
    ["tags that do not match", "<svg viewBox='0 0 1 1'><g></svg>"],
    ["an end before the end", "<svg viewBox='0 0 1 1'><g>"],
    ["bytes that are no text", "\u0000\u0001"],
    ["no size", "<svg/>"],
    ["an empty size", "<svg viewBox='0 0 0 10'/>"],
    ["a size that is none", "<svg viewBox='a b c d'/>"],
    ["itself within", svg('<g id="a"><use href="#a"/></g>')],
    ["a pattern of itself", svg('<pattern id="p"><rect fill="url(#p)"/></pattern><rect fill="url(#p)"/>')],
    [
      "a long chain",
      svg(Array.from({ length: 5_000 }, (_, at) => `<use id="u${at}" href="#u${at + 1}"/>`).join("")),
    ],
    ["too deep", "<g>".repeat(300)],
  ])("is refused: %s", (_, text) => {
    expect(() => clean(text)).toThrow(SvgProblem);
  });

  it("is refused where a little makes much, and at once", () => {
    const levels = Array.from(
      { length: 12 },
      (_, at) => `<g id="l${at + 1}">${`<use href="#l${at}"/>`.repeat(10)}</g>`,
    );
    const started = performance.now();
    expect(() => clean(svg(`<rect id="l0"/>${levels.join("")}`))).toThrow(SvgProblem);
    expect(performance.now() - started).toBeLessThan(1_000);
  });
});
