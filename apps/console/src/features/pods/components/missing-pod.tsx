/** The address names no pod of the running project; while the hub is down nobody can say so. */
import { CODES } from "@hubwart/contract";
import { IconMapQuestion, IconPlayerPause } from "@tabler/icons-react";
import { ApiError } from "../../../api/errors.ts";
import { useStatus } from "../../../api/info.ts";
import { ButtonLink } from "../../../components/button-link.tsx";
import { EmptyState } from "../../../components/empty-state.tsx";
import { podsTexts } from "../../../texts/index.ts";

const texts = podsTexts.page;

export const isMissing = (error: unknown): boolean =>
  error instanceof ApiError && error.code === CODES.notFound;

export function MissingPod({ pod }: { pod: string }) {
  const hubRuns = useStatus()?.system.hub.state === "running";
  return (
    <EmptyState
      icon={hubRuns ? IconMapQuestion : IconPlayerPause}
      title={hubRuns ? texts.unknown(pod) : texts.hubDown}
      text={hubRuns ? texts.unknownText : texts.hubDownText}
      action={
        <ButtonLink component="a" to="/pods" variant="default">
          {texts.toList}
        </ButtonLink>
      }
    />
  );
}
