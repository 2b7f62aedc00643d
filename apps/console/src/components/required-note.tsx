/** What the star beside a label means. Shown only in a form that has such a field (`styles/global.css`). */
import { commonTexts } from "../texts/index.ts";

export function RequiredNote() {
  return <p className="hw-required-note">{commonTexts.form.stars}</p>;
}
