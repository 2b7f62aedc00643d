/** What there is to say of a meter in a span, beside its chart. */
import { InfoList } from "../../../components/info-box.tsx";
import { formatDecimal } from "../../../lib/intl.ts";
import { energyTexts as texts } from "../../../texts/index.ts";
import type { Meter, Periods, Sums } from "../api/energy.ts";
import { amountText, percentText, signedPercent } from "../model/words.ts";

interface Facts {
  meter: Meter;
  periods: Periods;
  sums: Sums;
  before: Sums | undefined;
}

export function MeterFacts({ before, meter, periods, sums }: Facts) {
  const { facts } = texts;
  const { amount, co2, cost } = sums.total;
  const change = changeOf(periods, sums, before);
  const degrees = degreesOf(periods);
  const target = targetOf(meter, periods);
  const temperature = meter.kind === "temperature";
  const shown = (value: string | undefined, label: string) => (value === undefined ? [] : [{ label, value }]);
  const per = (value: number | undefined, unit: string) =>
    value === undefined || amount === null || value === 0 ? undefined : amountText(amount / value, unit);
  return (
    <InfoList
      items={[
        { label: temperature ? facts.mean : facts.total, value: amountText(amount, meter.unit) },
        ...shown(temperature || change === undefined ? undefined : signedPercent(change), facts.change),
        ...shown(target === undefined ? undefined : amountText(target, meter.unit), facts.target),
        ...shown(
          target === undefined || amount === null ? undefined : signedPercent(amount / target - 1),
          facts.deviation,
        ),
        ...shown(per(meter.m2, `${meter.unit}/m²`), facts.perArea),
        ...shown(cost === undefined ? undefined : texts.euros(formatDecimal(cost, 2)), facts.cost),
        ...shown(co2 === undefined ? undefined : texts.kg(formatDecimal(co2, 0, 1)), facts.co2),
        ...shown(
          degrees === undefined ? undefined : texts.degreeDays(formatDecimal(degrees, 0, 1)),
          facts.degreeDays,
        ),
        ...shown(meter.medium === "heat" ? per(degrees, `${meter.unit}/Kd`) : undefined, facts.perDegreeDay),
        ...shown(
          meter.reading === undefined
            ? undefined
            : `${formatDecimal(meter.reading, 0, 3)}\u00a0${meter.unit}`,
          facts.reading,
        ),
      ]}
    />
  );
}

/** Where some are missing the sum says nothing. */
function degreesOf({ bounds, degreeDays }: Periods): number | undefined {
  const known = degreeDays?.filter((_, at) => (bounds[at + 1] ?? 0) <= Date.now());
  if (!known || known.length === 0 || known.includes(null)) return undefined;
  return known.reduce<number>((sum, one) => sum + (one ?? 0), 0);
}

/** Of what is over: a month that has just begun is no saving. Undefined where the year before has nothing to compare with. */
function changeOf({ bounds }: Periods, sums: Sums, before: Sums | undefined): number | undefined {
  const over = bounds.slice(1).filter((end) => end <= Date.now()).length;
  const sumOf = (list: readonly (number | null)[]) =>
    list.slice(0, over).reduce<number>((all, one) => all + (one ?? 0), 0);
  const [now, earlier] = [sumOf(sums.amounts), sumOf(before?.amounts ?? [])];
  // Where much is missing the difference is that, and no saving.
  const doubtful = sums.total.missing > 0.05 || (before?.total.missing ?? 0) > 0.05;
  return earlier === 0 || doubtful ? undefined : now / earlier - 1;
}

const DAY = 86_400_000;

/** Of what is over of the span; undefined where the requirement value is for more than it. */
function targetOf({ target, targetFor }: Meter, { bounds, step }: Periods): number | undefined {
  if (target === undefined || step === "hour") return undefined;
  const days = Math.floor((Math.min(bounds.at(-1) ?? 0, Date.now()) - (bounds[0] ?? 0) + DAY / 12) / DAY);
  if (targetFor === "day") return days > 0 ? target * days : undefined;
  const months = bounds.slice(1).filter((end) => end <= Date.now()).length;
  return step === "month" && months > 0 ? target * months : undefined;
}

export function Doubts({ sums }: { sums: Sums }) {
  const { estimated, missing } = sums.total;
  const shown = (share: number) => percentText(share, share < 0.1 ? 1 : 0);
  if (missing < 0.005 && estimated < 0.005) return null;
  const text =
    missing < 0.005
      ? texts.estimated(shown(estimated))
      : estimated < 0.005
        ? texts.missing(shown(missing))
        : texts.gaps(shown(missing), shown(estimated));
  return <p role="note">{text}</p>;
}
