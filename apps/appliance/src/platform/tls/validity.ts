/**
 * How long the device's certificates hold, and at which time one is made although the clock may be wrong.
 * A device without a battery for its clock starts in 1970 or at its last shutdown, and somebody may set it to any time.
 */

const DAY = 24 * 60 * 60 * 1000;

/** No device of this release starts earlier; a clock that says so is wrong. */
const EARLIEST = Date.UTC(2026, 0, 1);

/** Long past, so that a root made while the clock ran ahead holds once it is right. */
export const AUTHORITY_FROM = Date.UTC(2020, 0, 1);
/** ms */
export const AUTHORITY_LIFE = 20 * 365.25 * DAY;
/** The longest that browsers of every vendor accept under a root that a person added, ms. */
export const SERVER_LIFE = 825 * DAY;
/** How far back a server's certificate begins: clocks of clients run behind, ms. */
export const SERVER_BACK = DAY;
/** How long before its end a certificate is replaced, or people are warned who have to replace it, ms. */
export const BEFORE_END = 30 * DAY;

/** The time to make certificates for and to judge them at. */
export function assumedTime(clockTime: number): number {
  return Math.max(clockTime, EARLIEST);
}

/** @param now as `assumedTime` gives it */
export function holdsAt(certificate: { validFrom: string; validTo: string }, now: number): boolean {
  return Date.parse(certificate.validFrom) <= now && now < Date.parse(certificate.validTo) - BEFORE_END;
}
