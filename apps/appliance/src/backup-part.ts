/** What a backup takes along of an area. Restoring puts the files back where they were. */
export interface BackupPart {
  /** Of its folder in the archive; lower case. */
  name: string;
  /** German. */
  label: string;
  /** Goes into encrypted backups only. */
  secret?: boolean;
  /** Files and folders of the data layout that it stands for; what is missing is left out. */
  paths: readonly string[];
  /** Of a folder: which files can lie in it. Nothing else comes out of a backup, which anybody may have written. */
  files?: readonly PartFile[];
  /** Goes with them when they are replaced, and is made anew by whoever needs it. */
  beside?: readonly string[];
  /** German: why it is not put back on any device. */
  stays?: string;
  /** Makes sense on another device only together with this part. */
  needs?: string;
  /** Is put back only if somebody chooses it. German: when to do so. */
  onlyIf?: string;
  /**
   * Instead of plain copying, for files that change while they are read: makes a consistent copy of one path.
   * `secrets`: whether they may go along.
   *
   * @returns German names of what had to be left out
   */
  copy?(source: string, target: string, secrets: boolean): Promise<string[]>;
  /** May be large: goes along if the settings say so, and otherwise the backup says that it does not have it. */
  large?: { id: "recorded"; size(): Promise<number> };
  /** Data of an add-on, which lies with its container: goes along if the settings say so. */
  addOn?: AddOnSource;
}

export interface PartFile {
  /** Path below the data folder, with `/`. */
  name: RegExp;
  /** Bytes. */
  most: number;
}

export interface AddOnSource {
  id: "influxdb" | "grafana" | "mosquitto";
  /**
   * Writes the part's one path anew, to `target`. `token` is the one of the backup's settings, empty for the device's own.
   *
   * @returns German: why there is nothing to write; undefined once it is written
   */
  save(target: string, options: { token: string; signal: AbortSignal }): Promise<string | undefined>;
}
