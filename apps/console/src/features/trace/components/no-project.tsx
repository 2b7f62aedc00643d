/** Without a project there is nothing to debug: the way to one. */
import { ButtonLink } from "../../../components/button-link.tsx";
import { EmptyState } from "../../../components/empty-state.tsx";
import { traceTexts } from "../../../texts/index.ts";

const texts = traceTexts.noProject;

export function NoProject() {
  return (
    <EmptyState
      title={texts.title}
      text={texts.text}
      action={
        <ButtonLink component="a" to="/project/upload" variant="default">
          {texts.upload}
        </ButtonLink>
      }
    />
  );
}
