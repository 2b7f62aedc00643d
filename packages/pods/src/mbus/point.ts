import type { ValueType } from "@hubwart/project";
import type { LinePoint } from "@hubwart/runtime/line-pod";
import type { PodChannel } from "@hubwart/runtime/pod";
import type { MbusChannel, MbusIface } from "./columns.ts";
import { type MeterRef, meterName, meterOf } from "./meter.ts";
import type { Wanted } from "./pick.ts";

/** A channel as its interface sees it. */
export interface Point extends LinePoint {
  type: ValueType;
  meter: MeterRef;
  /** One for each meter. */
  meterName: string;
  /** ms. */
  interval: number;
  wanted: Wanted;
  unit: string | undefined;
  decimals: number | undefined;
}

export function pointOf(index: number, channel: PodChannel, iface: MbusIface): Point {
  const config = channel.config as MbusChannel;
  const { decimals, interval = iface.interval, value_unit: unit } = config;
  const meter = meterOf(config);
  return {
    index,
    writes: false,
    type: channel.type,
    meter,
    meterName: meterName(meter),
    interval,
    wanted: wantedOf(config),
    unit,
    decimals,
  };
}

function wantedOf({
  function: kind,
  modifier = "",
  quantity,
  record_number: number,
  storage,
  subunit,
  tariff,
}: MbusChannel): Wanted {
  if (number !== undefined) return { number, ...(quantity === undefined ? {} : { quantity }) };
  return { quantity: quantity ?? "", storage, tariff, subunit, function: kind, modifier };
}
