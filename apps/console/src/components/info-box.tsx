/**
 * A card with a heading, and the list of labels and values most cards hold:
 *
 *     <InfoBox title="Gerät" icon={IconServer} status={<StatusBadge …/>} actions={<Button …/>}>
 *       <InfoList items={[{ label: "Name", value: hostname }, { label: "Start", value: <RelativeTime …/> }]} />
 *     </InfoBox>
 */
import type { IconActivity } from "@tabler/icons-react";
import { type CSSProperties, type ReactNode, useId } from "react";
import { NOTHING } from "../lib/format.ts";
import { BoxContent } from "./box-content.ts";
import classes from "./info-box.module.css";

export interface InfoBoxProps {
  title: string;
  icon?: typeof IconActivity;
  /** Beside the title. */
  status?: ReactNode;
  /** On the right of the title. */
  actions?: ReactNode;
  /** Below a line, at the end. */
  footer?: ReactNode;
  /** Content without inner margin, for tables. */
  flush?: boolean;
  children: ReactNode;
}

export function InfoBox({ title, icon: Icon, status, actions, footer, flush, children }: InfoBoxProps) {
  const id = useId();
  return (
    <section className={classes["box"]} aria-labelledby={id}>
      <div className={classes["head"]}>
        <div className={classes["heading"]}>
          <div className={classes["name"]}>
            {Icon === undefined ? null : <Icon size={18} stroke={1.75} aria-hidden />}
            <h2 className={classes["title"]} id={id}>
              {title}
            </h2>
          </div>
          {status}
        </div>
        {actions === undefined ? null : <div className={classes["actions"]}>{actions}</div>}
      </div>
      <div className={classes["body"]} data-flush={flush}>
        <BoxContent value={flush ? "table" : "facts"}>{children}</BoxContent>
      </div>
      {footer === undefined ? null : <div className={classes["footer"]}>{footer}</div>}
    </section>
  );
}

export interface InfoItem {
  label: string;
  /** Nothing, null and "" are shown as a dash. */
  value: ReactNode;
  /** For addresses, keys and hashes. */
  mono?: boolean;
}

export interface InfoListProps {
  items: readonly InfoItem[];
  /** All labels are single short words: in a narrow card the values get the room. */
  short?: boolean;
}

export function InfoList({ items, short = false }: InfoListProps) {
  return (
    <dl className={classes["list"]} data-short={short}>
      {items.map(({ label, value, mono }) => (
        <div className={classes["item"]} key={label}>
          <dt className={classes["label"]}>{label}</dt>
          <dd className={classes["value"]} data-mono={mono}>
            {value === undefined || value === null || value === "" ? NOTHING : value}
          </dd>
        </div>
      ))}
    </dl>
  );
}

export interface BoxGridProps {
  children: ReactNode;
  /** Least width of a card. */
  min?: string;
  /** Each card as high as what it holds, where one is much higher than the others. */
  ownHeight?: boolean;
  /** Four cards stand in two rows of two, or in one row. */
  even?: boolean;
}

/** Cards beside one another, as many as fit. */
export function BoxGrid({ children, min = "21rem", ownHeight, even }: BoxGridProps) {
  return (
    <div
      className={classes["grid"]}
      data-own-height={ownHeight}
      data-even={even}
      style={{ "--box-min": min } as CSSProperties}
    >
      {children}
    </div>
  );
}
