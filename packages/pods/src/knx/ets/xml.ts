/** Group addresses of the XML that the ETS writes: a project's `0.xml` and the export of group addresses. */
import { attributesOf, type XmlHandler, XmlProblem, XmlReader } from "@hubwart/project/xml";
import { cleaned, ETS_LIMITS, EtsError, type EtsGroups, type GroupStyle } from "./model.ts";

const STYLES: readonly string[] = ["ThreeLevel", "TwoLevel", "Free"] satisfies GroupStyle[];
/** What the addresses stand in: of a project, of an export. */
const LISTS = new Set(["GroupAddresses", "GroupAddress-Export"]);

export function groupReader(groups: EtsGroups): XmlHandler {
  const ranges: string[] = [];
  let lists = 0;
  return {
    open(name, raw) {
      if (LISTS.has(name)) lists += 1;
      else if (lists === 0) return;
      else if (name === "GroupRange") {
        if (ranges.length >= ETS_LIMITS.rangeDepth) throw new XmlProblem("nested too deeply");
        ranges.push(cleaned(attributesOf(raw).get("Name") ?? ""));
      } else if (name === "GroupAddress") {
        const given = attributesOf(raw);
        groups.add(
          given.get("Address") ?? "",
          given.get("Name") || given.get("Description") || "",
          given.get("DatapointType") ?? given.get("DPTs") ?? "",
          ranges.filter((range) => range !== ""),
        );
      }
    },
    close(name) {
      if (LISTS.has(name)) lists -= 1;
      else if (lists > 0 && name === "GroupRange") ranges.pop();
    },
    text() {},
  };
}

/** Name and style of addresses, from `project.xml`. */
export function informationReader(groups: EtsGroups): XmlHandler {
  return {
    open(name, raw) {
      if (name !== "ProjectInformation") return;
      const given = attributesOf(raw);
      groups.projectName = cleaned(given.get("Name") ?? "");
      const style = given.get("GroupAddressStyle");
      if (style !== undefined && STYLES.includes(style)) groups.style = style as GroupStyle;
    },
    close() {},
    text() {},
  };
}

/** Runs a reader over XML in pieces; what is wrong with it is said in German. */
export async function readXml(
  name: string,
  handler: XmlHandler,
  pieces: (push: (chunk: Uint8Array) => void) => Promise<void>,
): Promise<void> {
  try {
    const xml = new XmlReader(handler);
    await pieces((chunk) => xml.push(chunk));
    xml.end();
  } catch (error) {
    if (!(error instanceof XmlProblem)) throw error;
    throw new EtsError(`${name} ist kein lesbares XML: Exportieren Sie die Datei in der ETS noch einmal.`, {
      cause: error,
    });
  }
}
