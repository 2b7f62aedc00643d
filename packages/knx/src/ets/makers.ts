/**
 * What the makers' catalogues in a project say of communication objects: their datapoint types and sizes, for group addresses of which
 * the project itself says nothing. A device names its program by its hardware (`M-0083/Hardware.xml`), ETS 4 by each object; the
 * program (`M-0083/M-0083_A-….xml`) has the objects. Only programs with objects in question are read, and of them only these objects.
 */
import { attributesOf, type XmlHandler } from "@hubwart/project/xml";
import { texts } from "../texts.ts";
import type { EtsArchive } from "./archive.ts";
import { EtsError, type EtsGroup, type EtsNote } from "./model.ts";
import { ObjectTypes } from "./object-types.ts";
import { readXml } from "./read-xml.ts";

/** A communication object without a type of its own. */
export interface SilentObject {
  /** `Hardware2ProgramRefId` of its device. */
  program: string;
  /** `RefId`, whole (ETS 4) or within the program. */
  ref: string;
  /** What it is connected to, by `addressId`. */
  addresses: string[];
}

/** Addresses without a type, and the objects connected to them. */
export interface Untold {
  addresses: { id: string; group: EtsGroup }[];
  objects: SilentObject[];
}

const PROGRAM = /^(M-[0-9A-F]{4})_A-[0-9A-Z-]{1,60}$/i;
const WHOLE = /^(M-[0-9A-F]{4}_A-[0-9A-Z-]{1,60})_(.+)$/i;
const MAKER = /^M-[0-9A-F]{4}(?=_)/i;
/** The place of a module; the program has the module itself. */
const INSTANCE = /M-\d+_MI-[\d-]+_/g;
const SIZE = /^\d{1,2} (?:Bit|Bytes?)$/;

/** Gives the addresses their types and sizes; says what could not be read. */
export async function fillFromMakers(
  archive: EtsArchive,
  { addresses, objects }: Untold,
): Promise<EtsNote[]> {
  if (addresses.length === 0 || objects.length === 0) return [];
  const groups = new Map(addresses.map(({ id, group }) => [id, group]));
  const types = new ObjectTypes();
  try {
    for (const [program, wanted] of await byProgram(archive, objects)) {
      const maker = PROGRAM.exec(program)?.[1];
      const name = `${maker}/${program}.xml`;
      if (maker === undefined || !archive.names.includes(name)) continue;
      const said = await readProgram(archive, name, new Set(wanted.keys()));
      for (const [ref, { dpt, size }] of said) {
        for (const id of wanted.get(ref) ?? []) {
          types.add([id], dpt);
          sized(groups.get(id), size);
        }
      }
    }
  } catch (error) {
    if (!(error instanceof EtsError)) throw error;
    const text = texts.catalogueUnreadable;
    return [{ about: texts.catalogue, text }];
  } finally {
    for (const { id, group } of addresses) group.dpt = types.typeOf(id) ?? "";
  }
  return [];
}

/** The first word counts; objects of another size say nothing sure. */
function sized(group: EtsGroup | undefined, size: string): void {
  if (!group || !SIZE.test(size)) return;
  group.size = group.size === undefined || group.size === size ? size : "";
}

/** Program → whole reference of an object → addresses. */
async function byProgram(
  archive: EtsArchive,
  objects: readonly SilentObject[],
): Promise<Map<string, Map<string, string[]>>> {
  const hardware = await programsOf(
    archive,
    new Set(objects.filter(({ ref }) => !WHOLE.test(ref)).map(({ program }) => program)),
  );
  const found = new Map<string, Map<string, string[]>>();
  for (const { program, ref, addresses } of objects) {
    const [, own = hardware.get(program), rest = ref] = WHOLE.exec(ref) ?? [];
    if (own === undefined) continue;
    const refs = found.get(own) ?? new Map<string, string[]>();
    const whole = `${own}_${rest.replace(INSTANCE, "")}`;
    refs.set(whole, [...(refs.get(whole) ?? []), ...addresses]);
    found.set(own, refs);
  }
  return found;
}

/** Programs of the hardware, by `Hardware2Program`. */
async function programsOf(archive: EtsArchive, wanted: ReadonlySet<string>): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  let current = "";
  const handler: XmlHandler = {
    open(name, raw) {
      if (name === "Hardware2Program") current = attributesOf(raw).get("Id") ?? "";
      else if (name === "ApplicationProgramRef" && wanted.has(current))
        found.set(current, attributesOf(raw).get("RefId") ?? "");
    },
    close(name) {
      if (name === "Hardware2Program") current = "";
    },
    text() {},
  };
  const makers = new Set([...wanted].flatMap((id) => MAKER.exec(id)?.[0] ?? []));
  for (const maker of makers) {
    const name = `${maker}/Hardware.xml`;
    if (archive.names.includes(name)) await readXml(name, handler, (push) => archive.read(name, push));
  }
  return found;
}

interface Said {
  dpt: string;
  size: string;
}

/** What is said of each of these references, by the reference itself or by its object. */
async function readProgram(
  archive: EtsArchive,
  file: string,
  refs: ReadonlySet<string>,
): Promise<Map<string, Said>> {
  const wanted = new Set([...refs].map(objectOf));
  const objects = new Map<string, Said>();
  const found = new Map<string, Said>();
  const open = (name: string, raw: string) => {
    if (name !== "ComObject" && name !== "ComObjectRef") return;
    const given = attributesOf(raw);
    const id = given.get("Id") ?? "";
    const said = { dpt: given.get("DatapointType") ?? "", size: given.get("ObjectSize") ?? "" };
    if (name === "ComObject" && wanted.has(id)) objects.set(id, said);
    else if (name === "ComObjectRef" && refs.has(id)) found.set(id, said);
  };
  await readXml(file, { open, close() {}, text() {} }, (push) => archive.read(file, push));
  for (const [ref, said] of found) {
    const object = objects.get(objectOf(ref));
    found.set(ref, { dpt: said.dpt || (object?.dpt ?? ""), size: said.size || (object?.size ?? "") });
  }
  return found;
}

/** `…_O-1_R-2` refers to `…_O-1`. */
function objectOf(ref: string): string {
  return ref.replace(/_R-[^_]+$/, "");
}
