/** A project file of ETS 4, 5 or 6: `P-XXXX/0.xml` in the archive, or in `P-XXXX.zip` inside it if it is protected. */
import { attributesOf, type XmlHandler } from "@hubwart/project/xml";
import { texts } from "../texts.ts";
import { type EtsArchive, openArchive, readWhole, type Unpacked } from "./archive.ts";
import { fillFromMakers } from "./makers.ts";
import { EtsError, EtsGroups, EtsPasswordError } from "./model.ts";
import { candidates } from "./password.ts";
import { readXml } from "./read-xml.ts";
import { groupReader, informationReader } from "./xml.ts";

const FOLDER = /^(P-[0-9A-F]{4,8})\/(?:\d{1,3}|project)\.xml$/i;
const INNER = /^(P-[0-9A-F]{4,8})\.zip$/i;
const INSTALLATION = /(?:^|\/)\d{1,3}\.xml$/;
const INFORMATION = /(?:^|\/)project\.xml$/i;
const NAMESPACE = /\/project\/(\d{1,4})$/;

export async function readKnxproj(bytes: Uint8Array, password: string | undefined): Promise<EtsGroups> {
  const unpacked: Unpacked = { bytes: 0 };
  const outer = await openArchive(bytes, unpacked);
  const ids = new Set(
    outer.names.flatMap((name) => (FOLDER.exec(name) ?? INNER.exec(name))?.[1]?.toUpperCase() ?? []),
  );
  if (ids.size === 0) throw new EtsError(texts.noProject);
  if (ids.size > 1) throw new EtsError(texts.severalProjects);
  const inner = outer.names.find((name) => INNER.test(name));
  if (inner === undefined) {
    const names = outer.names.filter((name) => FOLDER.test(name));
    return readParts({ outer, archive: outer, names, password, schema: undefined });
  }
  const archive = await openArchive(await readWhole(outer, inner), unpacked);
  return readParts({ outer, archive, names: archive.names, password, schema: await schemaOf(outer) });
}

interface Parts {
  /** The file as given; it has the makers' catalogues. */
  outer: EtsArchive;
  /** What has the project: the same, or the protected one inside it. */
  archive: EtsArchive;
  names: readonly string[];
  password: string | undefined;
  schema: number | undefined;
}

async function readParts({ outer, archive, names, password, schema }: Parts): Promise<EtsGroups> {
  const information = names.filter((name) => INFORMATION.test(name));
  const installations = names.filter((name) => INSTALLATION.test(name)).sort();
  if (installations.length === 0) throw new EtsError(texts.groupFileMissing);
  const parts = [...information, ...installations];
  const key = await openingPassword(archive, parts, password, schema);
  const groups = new EtsGroups();
  for (const name of parts) {
    const read = (handler: XmlHandler) => readXml(name, handler, (push) => archive.read(name, push, key));
    if (INFORMATION.test(name)) await read(informationReader(groups));
    else {
      const reader = groupReader(groups);
      await read(reader);
      groups.notes.push(...(await fillFromMakers(outer, reader.finish())));
    }
  }
  return groups;
}

/** Tried on the smallest protected part: its checksum tells a wrong password that a single byte lets through. */
async function openingPassword(
  archive: EtsArchive,
  parts: readonly string[],
  password: string | undefined,
  schema: number | undefined,
): Promise<string | undefined> {
  const [smallest] = parts
    .filter((name) => archive.isEncrypted(name))
    .sort((a, b) => archive.claimed(a) - archive.claimed(b));
  if (smallest === undefined) return undefined;
  if (password === undefined) throw new EtsPasswordError(false);
  for (const candidate of await candidates(password, schema)) {
    const opens = await archive
      .read(smallest, () => {}, candidate)
      .then(
        () => true,
        () => false,
      );
    if (opens) return candidate;
  }
  throw new EtsPasswordError(true);
}

const ENOUGH = new Error("enough was read");

/** Version of the format, from the first element of `knx_master.xml`; undefined if nobody says. */
async function schemaOf(outer: EtsArchive): Promise<number | undefined> {
  let schema: number | undefined;
  const open = (_name: string, raw: string) => {
    const match = NAMESPACE.exec(attributesOf(raw).get("xmlns") ?? "");
    schema = match ? Number(match[1]) : undefined;
    throw ENOUGH;
  };
  const name = outer.names.find((given) => given.toLowerCase() === "knx_master.xml");
  if (name === undefined) return undefined;
  try {
    await readXml(name, { open, close() {}, text() {} }, (push) => outer.read(name, push));
  } catch (error) {
    if (error !== ENOUGH) throw error;
  }
  return schema;
}
