/** What files of backups are called: `hubwart-{host}-{time}.tar`, `.age` behind it with a password. */

const NAME = /^hubwart-[A-Za-z0-9._-]{1,64}-\d{8}T\d{6}Z\.tar(\.age)?$/;

export const isBackupName = (name: string): boolean => NAME.test(name);

/** @param now ms since the epoch */
export function backupName(host: string, now: number, encrypted: boolean): string {
  const safe = host.replaceAll(/[^A-Za-z0-9._-]/g, "-").slice(0, 64) || "device";
  return `hubwart-${safe}-${timeAsIn(now)}.tar${encrypted ? ".age" : ""}`;
}

/** As names have it, UTC; sorts by time. @param ms since the epoch */
export const timeAsIn = (ms: number): string => new Date(ms).toISOString().replaceAll(/[-:]|\.\d+/g, "");

/** Of such a name; the host in it may look like a time too. */
export const timeIn = (name: string): string => /\d{8}T\d{6}Z(?=\.tar(\.age)?$)/.exec(name)?.[0] ?? "";
