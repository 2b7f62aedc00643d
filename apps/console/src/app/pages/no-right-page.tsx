/** In place of a page that is not for who is signed in. */

import { includes } from "@hubwart/contract";
import { IconLock } from "@tabler/icons-react";
import type { Me } from "../../api/info.ts";
import { ButtonLink } from "../../components/button-link.tsx";
import { EmptyState } from "../../components/empty-state.tsx";
import { PageFrame } from "../../components/page-frame.tsx";
import { peopleTexts } from "../../texts/index.ts";
import type { PageRight } from "../rights.ts";

const texts = peopleTexts.noRight;

export function NoRightPage({ me, right: { needs } }: { me: Me; right: PageRight }) {
  const text = includes(me.level, needs)
    ? me.kind === "central"
      ? texts.fromCentral
      : texts.bounded(me.name)
    : texts.text(me.name, peopleTexts.role[me.level], peopleTexts.role[needs]);
  return (
    <PageFrame title={texts.title}>
      <EmptyState
        icon={IconLock}
        title={texts.hint}
        text={text}
        action={
          <ButtonLink component="a" to="/" variant="default">
            {texts.home}
          </ButtonLink>
        }
      />
    </PageFrame>
  );
}
