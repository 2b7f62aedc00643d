/** Group addresses of the XML that the ETS writes: a project's `0.xml` and the export of group addresses. */
import { attributesOf, type XmlHandler, XmlProblem } from "@hubwart/project/xml";
import type { SilentObject, Untold } from "./makers.ts";
import { cleaned, ETS_LIMITS, type EtsGroup, type EtsGroups, type GroupStyle } from "./model.ts";
import { addressId, ObjectTypes } from "./object-types.ts";

const STYLES: readonly string[] = ["ThreeLevel", "TwoLevel", "Free"] satisfies GroupStyle[];
/** What the addresses stand in: of a project, of an export. */
const LISTS = new Set(["GroupAddresses", "GroupAddress-Export"]);

export interface GroupReader extends XmlHandler {
  /** At the end of the file: addresses without a datapoint type get that of their communication objects. What is left has none. */
  finish(): Untold;
}

export function groupReader(groups: EtsGroups): GroupReader {
  const ranges: string[] = [];
  const objects = new ObjectTypes();
  const untyped: { id: string; group: EtsGroup }[] = [];
  const silent: SilentObject[] = [];
  let connections = 0;
  /** `Hardware2ProgramRefId` of the device that is being read. */
  let program = "";
  /** The communication object that is being read: its type, or itself where it has none. */
  let object = "";
  let mute: SilentObject | undefined;
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
  function connect(refs: readonly string[]): void {
    if (object !== "") objects.add(refs, object);
    for (const ref of mute ? refs : []) {
      connections += 1;
      if (ref !== "" && connections <= ETS_LIMITS.connections) mute?.addresses.push(addressId(ref));
    }
  }
  return {
    open(name, raw) {
      if (name === "DeviceInstance") program = cleaned(attributesOf(raw).get("Hardware2ProgramRefId") ?? "");
      else if (name === "ComObjectInstanceRef") {
        const given = attributesOf(raw);
        object = given.get("DatapointType") ?? "";
        mute = object === "" ? { program, ref: cleaned(given.get("RefId") ?? ""), addresses: [] } : undefined;
        connect((given.get("Links") ?? "").split(" "));
      } else if (name === "Send" || name === "Receive") {
        connect([attributesOf(raw).get("GroupAddressRefId") ?? ""]);
      } else if (LISTS.has(name)) lists += 1;
      else if (lists === 0) return;
      else if (name === "GroupRange") {
        if (ranges.length >= ETS_LIMITS.rangeDepth) throw new XmlProblem("nested too deeply");
        ranges.push(cleaned(attributesOf(raw).get("Name") ?? ""));
      } else if (name === "GroupAddress") address(raw);
    },
    close(name) {
      if (name === "ComObjectInstanceRef") {
        if (mute && mute.addresses.length > 0) silent.push(mute);
        object = "";
        mute = undefined;
      } else if (LISTS.has(name)) lists -= 1;
      else if (lists > 0 && name === "GroupRange") ranges.pop();
    },
    text() {},
    finish() {
      for (const { id, group } of untyped) group.dpt = objects.typeOf(id) ?? "";
      const addresses = untyped.filter(({ id, group }) => group.dpt === "" && !objects.knows(id));
      const left = new Set(addresses.map(({ id }) => id));
      return { addresses, objects: silent.filter((one) => one.addresses.some((id) => left.has(id))) };
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
