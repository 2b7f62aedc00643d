/** One draft of the project in its editor. */
import { useParams } from "@tanstack/react-router";
import { ButtonLink } from "../../../components/button-link.tsx";
import { EmptyState } from "../../../components/empty-state.tsx";
import { LoadingState } from "../../../components/loading-state.tsx";
import { PageFrame } from "../../../components/page-frame.tsx";
import { QueryState } from "../../../components/query-state.tsx";
import { ApiError } from "../../../lib/errors.ts";
import { draftsTexts as texts } from "../../../texts/index.ts";
import { type DraftContent, useDraft } from "../api/drafts.ts";
import { DraftEditor } from "../drafts/components/draft-editor.tsx";
import { useEditor } from "../drafts/use-editor.ts";

export function DraftPage() {
  const { draft } = useParams({ strict: false });
  const query = useDraft(draft ?? "");
  if (query.error instanceof ApiError && [400, 404].includes(query.error.code))
    return (
      <PageFrame title={texts.page} back="/project/edit">
        <EmptyState
          title={texts.unknown}
          text={texts.unknownText}
          action={<ButtonLink to="/project/edit">{texts.toList}</ButtonLink>}
        />
      </PageFrame>
    );
  if (query.data) return <Opened key={draft} content={query.data} />;
  return (
    <PageFrame title={texts.page} back="/project/edit">
      <QueryState query={query} loading={<LoadingState lines={8} shape="table" />}>
        {() => null}
      </QueryState>
    </PageFrame>
  );
}

function Opened({ content }: { content: DraftContent }) {
  const editor = useEditor(content);
  return editor ? (
    <DraftEditor editor={editor} />
  ) : (
    <PageFrame title={content.draft.name} back="/project/edit">
      <LoadingState lines={8} shape="table" />
    </PageFrame>
  );
}
