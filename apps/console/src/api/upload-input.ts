import type { Query } from "./address.ts";

export interface UploadInput {
  params?: Query;
  query?: Query;
  file: File;
  /** Other fields of the form; they precede the file so that the server knows them when it starts reading. */
  fields?: Readonly<Record<string, string>>;
  /** Bytes sent and in all, headers of the form included. */
  onProgress?: (sent: number, total: number) => void;
  signal?: AbortSignal;
}
