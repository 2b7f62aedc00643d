/** "Verbindung prüfen" of an M-Bus line: what its meters answer. */
import { errorText } from "@hubwart/core";
import { type ConnectionCheck, STEP } from "@hubwart/runtime/check";
import type { CheckResult } from "@hubwart/runtime/methods";
import type { PodContext } from "@hubwart/runtime/pod";
import type { Carrier } from "../shared/carrier.ts";
import { type CheckedLine, checkCarried } from "../shared/line-check.ts";
import type { MbusIface } from "./columns.ts";
import { MbusLink } from "./link.ts";
import { type MeterRef, meterName, shownMeter } from "./meter.ts";
import { MbusRefused } from "./problems.ts";
import { type Reading, readMeter } from "./reading.ts";
import { serialSettings } from "./settings.ts";
import { texts } from "./texts.ts";
import { timingOf } from "./timing.ts";

const MOST_METERS = 8;

export interface CheckedMbus extends Pick<CheckedLine<MeterRef, Reading>, "lostBecause" | "read"> {
  config: MbusIface;
  carrier: Carrier;
  meters: readonly MeterRef[];
}

export function checkLine(
  { carrier, config, meters, ...line }: CheckedMbus,
  { clock }: Pick<PodContext, "clock">,
  signal: AbortSignal,
): Promise<CheckResult> {
  const { baud, mode, timeout } = config;
  const ignored = () => undefined;
  const options = { carrier, timing: timingOf(baud), timeout, clock, closed: ignored, otherMaster: ignored };
  const serial = mode === "serial" ? serialSettings(config) : undefined;
  return checkCarried<MeterRef, Reading>(
    { ...line, config, target: carrier.target, serial },
    {
      over: (socket) => {
        const link = new MbusLink(socket, options);
        return { read: (meter) => readMeter(link, meter), close: () => link.close() };
      },
      ask: (check, read) => checkMeters(check, meters, read),
    },
    { clock, signal },
  );
}

async function checkMeters(
  check: ConnectionCheck,
  meters: readonly MeterRef[],
  read: (meter: MeterRef) => Promise<Reading>,
): Promise<void> {
  if (meters.length === 0) check.skip(STEP.protocol, texts.noChannels);
  for (const meter of meters.slice(0, MOST_METERS)) {
    await check.step(
      texts.meterStep(meterName(meter)),
      () => read(meter),
      ({ header, records }) => texts.meterAnswers(shownMeter(header), records.length),
      (error) =>
        error instanceof MbusRefused ? texts.meterRefuses(errorText(error)) : `${errorText(error)}.`,
    );
  }
  if (meters.length > MOST_METERS) check.skip(STEP.protocol, texts.onlyFirst(MOST_METERS, meters.length));
}
