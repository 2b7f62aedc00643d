/** What holds the page together failed, or could not be fetched: says so, where the browser would show nothing at all. */
import { IconAlertTriangle } from "@tabler/icons-react";
import { Component, type ReactNode } from "react";
import { EmptyState } from "../../components/empty-state.tsx";
import { useEndOfFirstPage } from "../../lib/first-page.ts";
import { shellTexts } from "../../texts/index.ts";
import { isMissingPart } from "./missing-part.ts";
import { ReloadButton } from "./reload-button.tsx";

const texts = shellTexts.routeError;

export class RootBoundary extends Component<{ children: ReactNode }, { failure?: unknown }> {
  override state: { failure?: unknown } = {};

  static getDerivedStateFromError(failure: unknown) {
    return { failure };
  }

  override render(): ReactNode {
    const { failure } = this.state;
    if (failure === undefined) return this.props.children;
    return <Failed missing={failure instanceof Error && isMissingPart(failure.message)} />;
  }
}

function Failed({ missing }: { missing: boolean }) {
  useEndOfFirstPage();
  return (
    <main>
      <h1 className="hw-visually-hidden">{texts.title}</h1>
      <EmptyState
        icon={IconAlertTriangle}
        title={missing ? texts.pageMissing : texts.text}
        action={<ReloadButton />}
      />
    </main>
  );
}
