/** A small tar archive in memory; no time or owner of the machine gets in, so the same entries give the same bytes. */
import { packTar, type TarHeader } from "modern-tar";

export type TarPart = Pick<TarHeader, "name" | "type" | "mode" | "uid" | "gid" | "linkname"> & {
  content?: Uint8Array;
};

const EPOCH = new Date(0);

export async function tarOf(parts: readonly TarPart[]): Promise<Buffer> {
  const bytes = await packTar(
    parts.map(({ content, ...header }) => ({
      header: { ...header, size: content?.length ?? 0, mtime: EPOCH },
      body: content,
    })),
  );
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
