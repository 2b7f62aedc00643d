import { type XmlHandler, XmlProblem, XmlReader } from "@hubwart/project/xml";
import { EtsError } from "./model.ts";

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
