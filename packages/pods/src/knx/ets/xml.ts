/** Group addresses of the XML that the ETS writes: a project's `0.xml` and the export of group addresses. */
import { attributesOf, type XmlHandler, XmlProblem, XmlReader } from "@hubwart/project/xml";
import { cleaned, ETS_LIMITS, EtsError, type EtsGroup, type EtsGroups, type GroupStyle } from "./model.ts";
import { addressId, ObjectTypes } from "./object-types.ts";

const STYLES: readonly string[] = ["ThreeLevel", "TwoLevel", "Free"] satisfies GroupStyle[];
/** What the addresses stand in: of a project, of an export. */
const LISTS = new Set(["GroupAddresses", "GroupAddress-Export"]);

export interface GroupReader extends XmlHandler {
  /** At the end of the file: addresses without a datapoint type get that of their communication objects. */
  finish(): void;
}

export function groupReader(groups: EtsGroups): GroupReader {
  const ranges: string[] = [];
  const objects = new ObjectTypes();
  const untyped: { id: string; group: EtsGroup }[] = [];
  /** Type of the communication object that is being read. */
  let object = "";
  let lists = 0;

  function address(raw: string): void {
    const given = attributesOf(raw);
    const group = groups.add(
      given.get("Address") ?? "",
      given.get("Name") || given.get("Description") || "",
      given.get("DatapointType") ?? given.get("DPTs") ?? "",
      ranges.filter((range) => range !== ""),
    );
    const id = given.get("Id");
    if (group?.dpt === "" && id !== undefined) untyped.push({ id: addressId(id), group });
  }
  return {
    open(name, raw) {
      if (name === "ComObjectInstanceRef") {
        const given = attributesOf(raw);
        object = given.get("DatapointType") ?? "";
        objects.add((given.get("Links") ?? "").split(" "), object);
      } else if (object !== "" && (name === "Send" || name === "Receive")) {
        objects.add([attributesOf(raw).get("GroupAddressRefId") ?? ""], object);
      } else if (LISTS.has(name)) lists += 1;
      else if (lists === 0) return;
      else if (name === "GroupRange") {
        if (ranges.length >= ETS_LIMITS.rangeDepth) throw new XmlProblem("nested too deeply");
        ranges.push(cleaned(attributesOf(raw).get("Name") ?? ""));
      } else if (name === "GroupAddress") address(raw);
    },
    close(name) {
      if (name === "ComObjectInstanceRef") object = "";
      else if (LISTS.has(name)) lists -= 1;
      else if (lists > 0 && name === "GroupRange") ranges.pop();
    },
    text() {},
    finish() {
      for (const { id, group } of untyped) group.dpt = objects.typeOf(id) ?? "";
    },
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
