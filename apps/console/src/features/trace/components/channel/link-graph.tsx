/** Links that end and begin at a channel, with the values at both ends; each end can be walked to. */
import layout from "../../../../components/layout.module.css";
import { PlaceText } from "../../../../components/project-cells.tsx";
import { traceTexts } from "../../../../texts/index.ts";
import { type Definition, type Link, linkSteps } from "../../model/link-text.ts";
import type { DataRecord } from "../../model/records.ts";
import { QualityCell, ValueCell } from "../cells.tsx";
import classes from "./channel.module.css";

const texts = traceTexts.details.links;

export interface LinkGraphProps {
  definition: Definition;
  /** Present values of the channel and of all ends. */
  records: ReadonlyMap<string, DataRecord>;
  onOpen: (chan: string) => void;
}

export function LinkGraph({ definition, records, onOpen }: LinkGraphProps) {
  const { chan, incoming, outgoing, links } = definition;
  return (
    <section aria-label={texts.title}>
      <h3 className={classes["heading"]}>{texts.title}</h3>
      {links.incoming + links.outgoing === 0 ? <p className={layout["muted"]}>{texts.none}</p> : null}
      <ol className={classes["walk"]}>
        {incoming.map((link) => (
          <li key={`in ${link.source}`} className={classes["step"]}>
            <End chan={link.source} record={records.get(link.source)} onOpen={onOpen} />
            <Arrow link={link} />
          </li>
        ))}
        <More count={links.incoming - incoming.length} />
        {links.incoming + links.outgoing === 0 ? null : (
          <li className={classes["step"]}>
            <div className={classes["end"]} data-here>
              <span className={classes["endName"]}>{chan}</span>
              <EndValue record={records.get(chan)} />
            </div>
          </li>
        )}
        {outgoing.map((link) => (
          <li key={`out ${link.target}`} className={classes["step"]}>
            <Arrow link={link} />
            <End chan={link.target} record={records.get(link.target)} onOpen={onOpen} />
          </li>
        ))}
        <More count={links.outgoing - outgoing.length} />
      </ol>
    </section>
  );
}

function More({ count }: { count: number }) {
  return count > 0 ? <li className={layout["muted"]}>{texts.more(count)}</li> : null;
}

interface EndProps {
  chan: string;
  record: DataRecord | undefined;
  onOpen: (chan: string) => void;
}

function End({ chan, record, onOpen }: EndProps) {
  return (
    <button
      type="button"
      className={classes["end"]}
      aria-label={texts.walk(chan)}
      onClick={() => onOpen(chan)}
    >
      <span className={classes["endName"]}>{chan}</span>
      <EndValue record={record} />
    </button>
  );
}

function EndValue({ record }: { record: DataRecord | undefined }) {
  if (!record) return <span className={classes["endValue"]}>{"\u00a0"}</span>;
  return (
    <span className={classes["endValue"]}>
      <ValueCell {...record} />
      {record.quality !== 0 || record.count === 0 ? <QualityCell {...record} /> : null}
    </span>
  );
}

function Arrow({ link }: { link: Link }) {
  const steps = linkSteps(link);
  return (
    <p className={classes["arrow"]}>
      <span aria-hidden>↓ </span>
      {steps.length > 0 ? steps.join(" · ") : texts.plain}
      {link.place === undefined ? null : (
        <span className={layout["muted"]}>
          {" "}
          <PlaceText place={link.place} />
        </span>
      )}
    </p>
  );
}
