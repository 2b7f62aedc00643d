/** Project files in the shapes of ETS 4, 5 and 6, with and without a password. */
import { TextReader, Uint8ArrayReader, Uint8ArrayWriter, ZipWriter } from "@zip.js/zip.js";
import { derivedPassword } from "../ets/password.ts";

export interface EtsShape {
  schema: number;
  /** Name of the file with the project's name: ETS 4 writes it with a capital letter. */
  information: "Project.xml" | "project.xml";
}

export const ETS4: EtsShape = { schema: 11, information: "Project.xml" };
export const ETS5: EtsShape = { schema: 20, information: "project.xml" };
export const ETS6: EtsShape = { schema: 23, information: "project.xml" };

export const RANGES =
  '<GroupRange Name="Erdgeschoss" RangeStart="2048" RangeEnd="4095"><GroupRange Name="Licht, Flur">' +
  '<GroupAddress Address="2049" Name="Licht Küche" DatapointType="DPST-1-1" />' +
  '<GroupAddress Address="2050" Name="Temperatur &amp; Größe" DatapointType="DPST-9-1 DPST-9-2"></GroupAddress>' +
  "</GroupRange></GroupRange>";

const BOM = "\uFEFF";

function xml(schema: number, content: string): string {
  const head = '<?xml version="1.0" encoding="utf-8"?>';
  return `${BOM}${head}<KNX xmlns:xsi="x" xmlns="http://knx.org/xml/project/${schema}">${content}</KNX>`;
}

export type ZipContent = Readonly<Record<string, string | Uint8Array>>;

export async function zipOf(content: ZipContent, password?: string, aes = false): Promise<Uint8Array> {
  const writer = new ZipWriter(new Uint8ArrayWriter(), { useWebWorkers: false });
  const protection =
    password === undefined
      ? {}
      : { password, ...(aes ? { encryptionStrength: 3 as const } : { zipCrypto: true }) };
  for (const [name, value] of Object.entries(content)) {
    const reader = typeof value === "string" ? new TextReader(value) : new Uint8ArrayReader(value);
    await writer.add(name, reader, protection);
  }
  return writer.close();
}

export async function etsFile(
  { schema, information }: EtsShape,
  given: {
    password?: string;
    style?: string;
    ranges?: string;
    installation?: string;
    /** Beside the project: makers' catalogues. */
    catalogue?: ZipContent;
  } = {},
): Promise<Uint8Array> {
  const { password, style = "ThreeLevel", ranges = RANGES } = given;
  const addresses = `<GroupAddresses><GroupRanges>${ranges}</GroupRanges></GroupAddresses>`;
  const installation = `<Installations><Installation Name="">${addresses}</Installation></Installations>`;
  const files = {
    [information]: xml(
      schema,
      `<Project><ProjectInformation Name="Haus Müller" GroupAddressStyle="${style}" /></Project>`,
    ),
    "0.xml": given.installation ?? xml(schema, `<Project>${installation}</Project>`),
  };
  const master = {
    "knx_master.xml": xml(schema, "<MasterData />"),
    "M-0083/Catalog.xml": "<x/>",
    ...given.catalogue,
  };
  if (password === undefined) {
    const inFolder = Object.entries(files).map(([name, value]) => [`P-0A1B/${name}`, value]);
    return zipOf({ ...master, ...Object.fromEntries(inFolder) });
  }
  const aes = schema >= 21;
  const inner = await zipOf(files, aes ? await derivedPassword(password) : password, aes);
  return zipOf({ ...master, "P-0A1B.zip": inner, "P-0A1B.signature": "x" });
}
