/** What may stand in a picture of a plan. */

const ELEMENTS: ReadonlySet<string> = new Set(
  (
    "svg g path rect circle ellipse line polyline polygon text tspan textPath defs symbol use image title desc style " +
    "linearGradient radialGradient stop clipPath mask pattern marker switch"
  ).split(" "),
);

const ATTRIBUTES: ReadonlySet<string> = new Set(
  (
    "id class style transform viewBox preserveAspectRatio x y x1 y1 x2 y2 cx cy r rx ry fx fy fr dx dy width height d points " +
    "pathLength rotate textLength lengthAdjust startOffset href offset gradientUnits gradientTransform spreadMethod " +
    "clipPathUnits maskUnits maskContentUnits patternUnits patternContentUnits patternTransform markerWidth markerHeight " +
    "markerUnits refX refY orient fill fill-opacity fill-rule stroke stroke-width stroke-opacity stroke-linecap " +
    "stroke-linejoin stroke-miterlimit stroke-dasharray stroke-dashoffset opacity color display visibility overflow " +
    "clip-path clip-rule mask marker-start marker-mid marker-end stop-color stop-opacity font-family font-size font-weight " +
    "font-style font-variant font-stretch text-anchor dominant-baseline alignment-baseline baseline-shift letter-spacing " +
    "word-spacing text-decoration writing-mode vector-effect paint-order shape-rendering text-rendering image-rendering"
  ).split(" "),
);

export const isAllowedElement = (name: string): boolean => ELEMENTS.has(name);
export const isAllowedAttribute = (name: string): boolean => ATTRIBUTES.has(name);

const FRAGMENT = /^#[\w.:-]+$/;
const PICTURE = /^data:image\/(?:png|jpeg);base64,[A-Za-z0-9+/=\s]*$/;
/** Of what stands within. */
const REFERENCES = /url\(\s*(["']?)#[\w.:-]+\1\s*\)/gi;
/** What reaches elsewhere, hides something, or ends the text that it stands in. */
const UNSAFE = /url|@|\\|\/\*|<|expression|javascript|-moz-binding|behavior|image-set|src\s*\(|\battr\s*\(/i;

export function hasSafeValue(element: string, name: string, value: string): boolean {
  if (name === "href") return element === "image" ? PICTURE.test(value) : FRAGMENT.test(value);
  return !UNSAFE.test(value.replace(REFERENCES, ""));
}

/** A style sheet without what reaches elsewhere; nothing of it if there is any. */
export const safeStyle = (text: string): string => (UNSAFE.test(text.replace(REFERENCES, "")) ? "" : text);
