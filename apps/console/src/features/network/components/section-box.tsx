/** The box of one form of the page, once its settings are loaded. */
import type { ComponentProps, ComponentType } from "react";
import { InfoBox } from "../../../components/info-box.tsx";
import { QueryState } from "../../../components/query-state.tsx";
import type { Edit } from "../../../lib/use-edit.ts";
import type { SectionState } from "../model/use-section.ts";
import classes from "./network.module.css";
import { SupportNote } from "./support-note.tsx";

interface SectionBoxProps<D, V> extends Required<Pick<ComponentProps<typeof InfoBox>, "icon" | "title">> {
  section: SectionState<D, V>;
  form: ComponentType<{ edit: Edit<D, V> }>;
}

export function SectionBox<D extends Pick<ComponentProps<typeof SupportNote>, "support">, V>({
  form: Form,
  icon,
  section,
  title,
}: SectionBoxProps<D, V>) {
  return (
    <QueryState query={section.query}>
      {(stored) => (
        <div className={classes["stack"]}>
          <SupportNote support={stored.data.support} />
          <InfoBox title={title} icon={icon}>
            <Form edit={section.edit(stored)} />
          </InfoBox>
        </div>
      )}
    </QueryState>
  );
}
