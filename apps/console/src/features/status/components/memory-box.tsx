import { IconDatabase } from "@tabler/icons-react";
import type { Status } from "../../../api/info.ts";
import { type FactColumn, FactTable } from "../../../components/fact-table.tsx";
import { InfoBox } from "../../../components/info-box.tsx";
import { formatGib, formatPercent } from "../../../lib/format.ts";
import { statusTexts } from "../../../texts/index.ts";
import classes from "./memory-box.module.css";

type Memory = Status["system"]["host"]["disk"];

const texts = statusTexts.memory;
const COLUMNS: readonly FactColumn<Memory>[] = [
  { id: "name", header: texts.kind, cell: ({ name }) => texts.names[name] },
  { id: "total", header: texts.total, cell: ({ total }) => formatGib(total), align: "right" },
  { id: "free", header: texts.free, cell: ({ free }) => formatGib(free), align: "right" },
  { id: "used", header: texts.used, cell: ({ used }) => formatGib(used), align: "right" },
  { id: "perc", header: texts.usedPerc, cell: ({ used_perc: percent }) => <Usage percent={percent} /> },
];
/** As the findings of the health banner. */
const FULL = 90;

export function MemoryBox({ host }: { host: Pick<Status["system"]["host"], "disk" | "memory"> }) {
  return (
    <InfoBox title={texts.title} icon={IconDatabase} flush>
      <FactTable
        label={texts.title}
        rows={[host.disk, host.memory]}
        columns={COLUMNS}
        rowKey={({ name }) => name}
      />
      <Reserved disk={host.disk} />
    </InfoBox>
  );
}

/** What file systems keep for the system is neither free nor used, so that the columns do not add up. */
function Reserved({ disk: { free, total, used } }: { disk: Memory }) {
  const reserved = total - free - used;
  return reserved > total / 100 ? (
    <p className={classes["note"]}>{texts.reserved(formatGib(reserved))}</p>
  ) : null;
}

function Usage({ percent }: { percent: number }) {
  return (
    <span className={classes["usage"]}>
      <span className={classes["track"]} aria-hidden>
        <span
          className={classes["fill"]}
          data-full={percent >= FULL}
          style={{ width: `${Math.min(Math.max(percent, 0), 100)}%` }}
        />
      </span>
      <span className={classes["value"]}>{formatPercent(percent)}</span>
    </span>
  );
}
