/** The editor of one draft. */
import { useParams } from "@tanstack/react-router";
import { ButtonLink } from "../../../components/button-link.tsx";
import { PageFrame } from "../../../components/page-frame.tsx";
import { QueryState } from "../../../components/query-state.tsx";
import { draftsTexts as texts } from "../../../texts/index.ts";
import { useDraft } from "../api/drafts.ts";
import { DraftEditor } from "../drafts/components/draft-editor.tsx";

export function DraftPage() {
  const { draft: id } = useParams({ from: "/project/edit/$draft" });
  const query = useDraft(id);
  return (
    <PageFrame title={query.data?.draft.name ?? texts.page} back="/project/edit">
      <QueryState
        query={query}
        missing={{
          title: texts.unknown,
          text: texts.unknownText,
          action: (
            <ButtonLink component="a" to="/project/edit" variant="default">
              {texts.toList}
            </ButtonLink>
          ),
        }}
      >
        {({ document, draft, entries }) =>
          document ? <DraftEditor key={id} read={{ draft, document, entries }} /> : null
        }
      </QueryState>
    </PageFrame>
  );
}
