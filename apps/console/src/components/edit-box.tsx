/**
 * Settings in a card, with what becomes of them beside it:
 *
 *     <EditBox edit={edit} title={texts.title} text={<p>…</p>} aside={<…State />}>
 *       …fields…
 *     </EditBox>
 */
import type { ReactNode } from "react";
import { EditButtons, EditForm, type FormEdit } from "./edit-form.tsx";
import { BoxGrid, InfoBox } from "./info-box.tsx";
import layout from "./layout.module.css";
import { UnsavedGuard } from "./unsaved-guard.tsx";

export interface EditBoxProps {
  edit: FormEdit;
  title: string;
  /** Above the fields. */
  text: ReactNode;
  /** Nothing can be saved. */
  unready?: boolean;
  aside: ReactNode;
  children: ReactNode;
}

export function EditBox({ aside, children, edit, text, title, unready = false }: EditBoxProps) {
  return (
    <>
      <UnsavedGuard dirty={edit.dirty} />
      <BoxGrid min="26rem" ownHeight>
        <InfoBox title={title}>
          <div className={layout["stack"]}>
            {text}
            <EditForm edit={edit}>
              {children}
              <EditButtons edit={edit} disabled={unready} />
            </EditForm>
          </div>
        </InfoBox>
        {aside}
      </BoxGrid>
    </>
  );
}
