/** Where a list is empty because a project fills it. */
import { commonTexts } from "../texts/index.ts";
import { ButtonLink } from "./button-link.tsx";

export function ToUpload() {
  return (
    <ButtonLink component="a" to="/project/upload" variant="default">
      {commonTexts.action.uploadProject}
    </ButtonLink>
  );
}
