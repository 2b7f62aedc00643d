/** What is a German literal, and where one belongs. For `check-german.mjs`, which refuses, and `npm run bench -- tree`, which counts. */
import { createRequire } from "node:module";

// Not into the bundle of a benchmark, in which it does not run.
const ts = createRequire(import.meta.url)("typescript");

/**
 * Where German belongs: catalogues; schemas, with the help of a column and what a field of a call allows; notes of the format.
 */
const PLACES =
  /(^|\/)(texts?|catalogue|format-texts)(\/|[.-])|(schema|columns|notes|about)\.ts$|^packages\/(contract\/src\/routes\/|project\/src\/((alarm|meter|page|schedule)-)?tables\.ts$)/;
const GERMAN =
  /[äöüßÄÖÜ„“]|(?<![.\w])(der|die|das|den|dem|ein|eine|einen|und|oder|ist|sind|nicht|kein|keine|wird|wurde|werden|wieder|zu|mit|von|auf|aus|fehlt|antwortet|lehnt|unbekannt)\b|\b(Fehler|Protokoll|Verbindung|Einstellungen|Werte|Herunterladen)\b|\b(Der|Die|Das|Dem|Den|Ein|Eine|Es|Kein|Keine|Bitte|Ohne|Im|Zu|Erwartet|Erlaubt)\s/;
/** Not texts: a key's format, an event, a cell's word, an entry of signed licences, letters that are put into Latin ones. */
const NAMES = new Set(["der", "die", "ein", "aus", "Update-Kanäle", "ä", "ö", "ü", "ß"]);
const TEST = /\.(test|spec)\.tsx?$|\/testing|^(e2e|appliance-tests|bench|drill)\/|^packages\/testing\//;

export const isTest = (file) => TEST.test(file);
export const isGermanPlace = (file) => PLACES.test(file);

/** The text of a German literal, with `…` for what is put into it; of any other node, nothing. */
export function germanOf(node) {
  if (node.parent !== undefined && ts.isImportDeclaration(node.parent)) return undefined;
  if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node))
    return GERMAN.test(node.text) && !NAMES.has(node.text) ? node.text : undefined;
  if (!ts.isTemplateExpression(node)) return undefined;
  const parts = [node.head, ...node.templateSpans.map(({ literal }) => literal)].map(({ text }) => text);
  return parts.some((text) => GERMAN.test(text)) ? parts.join("…") : undefined;
}

/** Every German literal of a file, with its line. */
export function germanIn(file, text) {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const found = [];
  const visit = (node) => {
    const literal = germanOf(node);
    if (literal !== undefined)
      found.push({ line: source.getLineAndCharacterOfPosition(node.getStart(source)).line + 1, literal });
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}
