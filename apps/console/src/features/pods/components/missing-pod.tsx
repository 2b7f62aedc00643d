/** The address names no pod of the running project; while the hub is down nobody can say so. */
import { CODES } from "@hubwart/contract";
import { IconMapQuestion, IconPlayerPause } from "@tabler/icons-react";
import { useNoProject, useStatus } from "../../../api/info.ts";
import { ButtonLink } from "../../../components/button-link.tsx";
import { EmptyState } from "../../../components/empty-state.tsx";
import { ToUpload } from "../../../components/to-upload.tsx";
import { ApiError } from "../../../lib/errors.ts";
import { commonTexts, podsTexts } from "../../../texts/index.ts";

const texts = podsTexts.page;

export const isMissing = (error: unknown): boolean =>
  error instanceof ApiError && error.code === CODES.notFound;

export function MissingPod({ pod }: { pod: string }) {
  const status = useStatus();
  const noProject = useNoProject();
  const surely = noProject || status?.system.hub.state === "running";
  const text = noProject ? commonTexts.state.noProject : surely ? texts.unknownText : texts.hubDownText;
  return (
    <EmptyState
      icon={surely ? IconMapQuestion : IconPlayerPause}
      title={surely ? texts.unknown(pod) : texts.hubDown}
      text={text}
      action={
        noProject ? (
          <ToUpload />
        ) : (
          <ButtonLink component="a" to="/pods" variant="default">
            {texts.toList}
          </ButtonLink>
        )
      }
    />
  );
}
