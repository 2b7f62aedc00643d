import { networkTexts } from "../../../texts/index.ts";

/** ms; less is noise. */
const NOISE = 0.05;

/** ms the clock of the device is behind a server, as a sentence. */
export function offsetText(offset: number): string {
  const { exact, behind, ahead } = networkTexts.ntp;
  if (Math.abs(offset) < NOISE) return exact;
  return offset > 0 ? behind(offset) : ahead(-offset);
}
