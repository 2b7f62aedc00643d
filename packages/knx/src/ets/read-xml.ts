import { type XmlHandler, XmlProblem, XmlReader } from "@hubwart/project/xml";
import { texts } from "../texts.ts";
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
    throw new EtsError(texts.unreadableXml(name), {
      cause: error,
    });
  }
}
