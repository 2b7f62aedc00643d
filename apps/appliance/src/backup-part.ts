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
  /** Goes with them when they are replaced, and is made anew by whoever needs it. */
  beside?: readonly string[];
  /** German: why it is not put back on any device. */
  stays?: string;
  /** Is put back only if somebody chooses it. German: when to do so. */
  onlyIf?: string;
  /**
   * Instead of plain copying, for files that change while they are read: makes a consistent copy of one path.
   * `secrets`: whether they may go along.
   *
   * @returns German names of what had to be left out
   */
  copy?(source: string, target: string, secrets: boolean): Promise<string[]>;
}
