import { Button } from "@mantine/core";
import { IconMapQuestion } from "@tabler/icons-react";
import { createLink, useLocation } from "@tanstack/react-router";
import { shellTexts } from "../texts/index.ts";
import { EmptyState } from "./empty-state.tsx";
import { PageFrame } from "./page-frame.tsx";

const ButtonLink = createLink(Button<"a">);
const texts = shellTexts.errorPage;

/** "Fehler": for every address that no route knows. Names it. */
export function UnknownPage() {
  const href = useLocation({ select: ({ href }) => href });
  return (
    <PageFrame title={texts.title}>
      <EmptyState
        icon={IconMapQuestion}
        title={texts.text}
        text={<code style={{ overflowWrap: "anywhere" }}>{decodeSafely(href)}</code>}
        action={
          <ButtonLink component="a" to="/" variant="default">
            {texts.home}
          </ButtonLink>
        }
      />
    </PageFrame>
  );
}

function decodeSafely(text: string): string {
  try {
    return decodeURI(text);
  } catch {
    return text;
  }
}

/** Within the pods area. */
export function PodPageMissing() {
  return (
    <PageFrame title={texts.title} back="/container">
      <EmptyState
        icon={IconMapQuestion}
        title={shellTexts.pageMissing}
        action={
          <ButtonLink component="a" to="/pods" variant="default">
            {texts.pods}
          </ButtonLink>
        }
      />
    </PageFrame>
  );
}
