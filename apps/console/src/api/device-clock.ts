/** How far the device's clock is ahead of the browser's. Times the device sends are of its own clock. */
import { useInfo } from "./info.ts";

/** ms; negative if the device is behind. `deviceTime` in Unix seconds, `readAt` in ms by the browser's clock. */
export function clockOffset(deviceTime: number, readAt: number): number {
  return deviceTime > 0 && readAt > 0 ? deviceTime * 1_000 - readAt : 0;
}

/** As of the last answer; 0 before the first. */
export function useClockOffset(): number {
  const { data, dataUpdatedAt } = useInfo();
  return clockOffset(data?.system.time ?? 0, dataUpdatedAt);
}
