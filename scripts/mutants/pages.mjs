const ALLOWED = "apps/appliance/src/areas/pages/svg-allowed.ts";
const SVG = "apps/appliance/src/areas/pages/svg.ts";
const COST = "apps/appliance/src/areas/pages/svg-cost.ts";
const PLANS = "apps/appliance/src/areas/pages/plans.ts";
const OF_SVG = ["apps/appliance/src/areas/pages/svg.test.ts"];
const OF_PLANS = ["apps/appliance/src/areas/pages/plans.test.ts"];
const TABLE = "packages/project/src/page/pages.ts";
const SOURCES = "packages/project/src/page/sources.ts";
const OF_TABLE = ["packages/project/src/page/pages.test.ts"];

/** @type {import("./index.mjs").Mutant[]} */
export const pages = [
  {
    breaks: "a plan keeps elements that are not listed",
    file: SVG,
    search: "skipped > 0 || !isAllowedElement(name)",
    replace: "skipped > 0",
    tests: OF_SVG,
  },
  {
    breaks: "a plan keeps what stands in an element that goes",
    file: SVG,
    search: "skipped > 0 || !isAllowedElement(name)",
    replace: "!isAllowedElement(name)",
    tests: OF_SVG,
  },
  {
    breaks: "a plan keeps attributes that are not listed",
    file: SVG,
    search: "isAllowedAttribute(name) && hasSafeValue",
    replace: "hasSafeValue",
    tests: OF_SVG,
  },
  {
    breaks: "a plan keeps values that reach elsewhere",
    file: ALLOWED,
    search: 'return !UNSAFE.test(value.replace(REFERENCES, ""));',
    replace: "return true;",
    tests: OF_SVG,
  },
  {
    breaks: "a plan keeps references to elsewhere",
    file: ALLOWED,
    search: 'return element === "image" ? PICTURE.test(value) : FRAGMENT.test(value);',
    replace: "return true;",
    tests: OF_SVG,
  },
  {
    breaks: "a plan keeps style sheets that reach elsewhere",
    file: ALLOWED,
    search: 'UNSAFE.test(text.replace(REFERENCES, "")) ? "" : text',
    replace: "text",
    tests: OF_SVG,
  },
  {
    breaks: "a text of a plan ends its element",
    file: SVG,
    search: "/[&<>\"']/g",
    replace: "/[&]/g",
    tests: OF_SVG,
  },
  {
    breaks: "references of a plan to itself are followed for ever",
    file: COST,
    search: "inWork.has(node) || inWork.size > DEEPEST",
    replace: "inWork.size > 1e9",
    tests: OF_SVG,
  },
  {
    breaks: "a plan may draw a little very often",
    file: SVG,
    search: "costOf(root, DRAWN_MAX) > DRAWN_MAX",
    replace: "costOf(root, DRAWN_MAX) === 0",
    tests: OF_SVG,
  },
  {
    breaks: "plans are read from beside their folder",
    file: PLANS,
    search:
      "if (!PLAN_NAME.test(file) || type === undefined) throw new NotFoundError(texts.noPlan(file));\n    let",
    replace: "if (type === undefined) throw new NotFoundError(texts.noPlan(file));\n    let",
    tests: OF_PLANS,
  },
  {
    breaks: "a picture may be something else",
    file: PLANS,
    search: "if (!given.subarray(0, beginning.length).equals(Buffer.from(beginning)))",
    replace: "if (given.length < 0)",
    tests: OF_PLANS,
  },
  {
    breaks: "plans that came by another way are not cleaned",
    file: PLANS,
    search: "Buffer.from(cleanSvg(bytes).svg), type }",
    replace: "bytes, type }",
    tests: OF_PLANS,
  },
  {
    breaks: "the list of pictures fails where one goes meanwhile",
    file: PLANS,
    search: "const facts = await ifThere(stat(this.#path(file)));",
    replace: "const facts = await stat(this.#path(file));",
    tests: OF_PLANS,
  },
  {
    breaks: "blocks may overlap",
    file: TABLE,
    search: "if (other) row.fail(pageKinds.blocksOverlap",
    replace: "if (other === one) row.fail(pageKinds.blocksOverlap",
    tests: OF_TABLE,
  },
  {
    breaks: "a set point may be of a channel that comes from outside",
    file: SOURCES,
    search: 'if (dir !== "out" && dir !== "inout")',
    replace: 'if (dir === "out" && dir !== "out")',
    tests: OF_TABLE,
  },
];
