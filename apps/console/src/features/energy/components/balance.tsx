/** The tree of meters as bars, with what is left of each. */
import { FactTable } from "../../../components/fact-table.tsx";
import { formatDecimal } from "../../../lib/intl.ts";
import { energyTexts as texts } from "../../../texts/index.ts";
import type { Meter, Periods } from "../api/energy.ts";
import { type Node, treeOf } from "../model/tree.ts";
import { amountText, percentText } from "../model/words.ts";
import classes from "./energy.module.css";

const { columns } = texts.balance;

interface Line {
  key: string;
  name: string;
  depth: number;
  rest: boolean;
  amount: number | null;
  unit: string;
  share: number | null;
  cost: number | undefined;
  co2: number | undefined;
}

export function Balance({ meters, periods }: { meters: readonly Meter[]; periods: Periods }) {
  const lines = linesOf(treeOf(meters, periods.meters));
  return (
    <>
      <p className={classes["text"]}>{texts.balance.text}</p>
      <FactTable
        label={texts.balance.title}
        rows={lines}
        rowKey={({ key }) => key}
        columns={[
          {
            id: "meter",
            header: columns.meter,
            rowHeader: true,
            cell: nameCell,
          },
          {
            id: "share",
            header: columns.share,
            cell: shareCell,
          },
          {
            id: "amount",
            header: columns.amount,
            align: "right",
            cell: ({ amount, unit }) => amountText(amount, unit),
          },
          {
            id: "cost",
            header: columns.cost,
            align: "right",
            cell: ({ cost }) => (cost === undefined ? null : texts.euros(formatDecimal(cost, 2))),
          },
          {
            id: "co2",
            header: columns.co2,
            align: "right",
            cell: ({ co2 }) => (co2 === undefined ? null : texts.kg(formatDecimal(co2, 0, 1))),
          },
        ]}
      />
    </>
  );
}

const nameCell = ({ depth, name, rest }: Line) => (
  <span className={rest ? classes["muted"] : undefined} style={{ paddingInlineStart: `${depth}rem` }}>
    {name}
  </span>
);
const shareCell = ({ rest, share }: Line) => (
  <span className={classes["bar"]} data-rest={rest || undefined}>
    <span style={{ inlineSize: `${Math.max(0, Math.min(1, share ?? 0)) * 100}%` }} />
    <span className={classes["barText"]}>{share === null ? "" : percentText(share)}</span>
  </span>
);

/** What is left of a meter stands below it, before those behind it. */
function linesOf(nodes: readonly Node[]): Line[] {
  return nodes.flatMap(({ amount, co2, cost, depth, meter, rest, share }) => {
    const { id, label, unit } = meter;
    const own = { key: id, name: label ?? id, depth, rest: false, amount, unit, share, cost, co2 };
    if (rest === null) return [own];
    const left = share !== null && amount ? (share * rest) / amount : null;
    const name = rest < 0 ? texts.balance.negative : texts.balance.rest;
    return [
      own,
      {
        key: `${id} rest`,
        name,
        depth: depth + 1,
        rest: true,
        amount: rest,
        unit,
        share: left,
        cost: undefined,
        co2: undefined,
      },
    ];
  });
}
