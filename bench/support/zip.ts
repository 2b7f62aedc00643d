import yazl from "yazl";

/** A zip archive of text files in memory. */
export async function zipFiles(entries: readonly (readonly [name: string, text: string])[]): Promise<Buffer> {
  const zip = new yazl.ZipFile();
  for (const [name, text] of entries) zip.addBuffer(Buffer.from(text), name);
  zip.end();
  const chunks: Buffer[] = [];
  for await (const chunk of zip.outputStream) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}
