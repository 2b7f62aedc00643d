/** One uploaded file. */
export interface ProjectFile {
  /** As the person named it; appears in `Ref` and tells .csv and .lua apart. */
  name: string;
  bytes: Uint8Array;
}
