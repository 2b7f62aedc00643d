/** What may be done with a container. Each asks first; the dialog stays until the work is done, and says why it failed. */

import { CODES, containerConfigSave, systemLog } from "@hubwart/contract";
import {
  IconFileText,
  IconPlayerPlay,
  IconPlayerStop,
  IconRefresh,
  IconRestore,
  IconTransfer,
} from "@tabler/icons-react";
import { useState } from "react";
import { ButtonLink } from "../../../components/button-link.tsx";
import { ConfirmDialog } from "../../../components/confirm-dialog.tsx";
import { IconButton } from "../../../components/icon-button.tsx";
import { ApiError } from "../../../lib/errors.ts";
import { notice } from "../../../lib/notice.tsx";
import { May } from "../../../rights/may.tsx";
import { containersTexts } from "../../../texts/index.ts";
import { type ContainerInfo, useContainerActions } from "../api/containers.ts";

const texts = containersTexts.toolbar;
type Action = "start" | "stop" | "reset" | "update";

export function Toolbar({ name, info }: { name: string; info: ContainerInfo | undefined }) {
  const [asked, setAsked] = useState<Action>();
  const [reloading, setReloading] = useState(false);
  const { reload, setActive, update, reset } = useContainerActions(name);
  const title = containersTexts.names[name] ?? name;
  const actions = {
    start: { question: texts.startQuestion(title), run: () => setActive(true), done: () => notice.success() },
    stop: { question: texts.stopQuestion(title), run: () => setActive(false), done: () => notice.success() },
    reset: { question: texts.resetQuestion(title), run: reset, done: () => notice.success(texts.resetDone) },
    update: {
      question: texts.updateQuestion(title),
      run: update,
      done: () => notice.success(texts.updateDone),
    },
  };
  const run = async (action: Action): Promise<boolean> => {
    try {
      await actions[action].run();
      return true;
    } catch (error) {
      if (action !== "update" || !(error instanceof ApiError) || error.code !== CODES.containerUpdate)
        throw error;
      notice.info(texts.updateFailed, {
        duration: 10_000,
        ...(error.detail ? { detail: error.detail } : {}),
      });
      return false;
    }
  };
  return (
    <>
      <IconButton
        variant="default"
        icon={IconRefresh}
        loading={reloading}
        onClick={() => {
          setReloading(true);
          void reload().finally(() => setReloading(false));
        }}
      >
        {texts.refresh}
      </IconButton>
      <May call={systemLog}>
        <ButtonLink
          variant="default"
          leftSection={<IconFileText size={18} aria-hidden />}
          to="/container/$name/logging"
          params={{ name }}
        >
          {texts.log}
        </ButtonLink>
      </May>
      {info?.control ? (
        <May call={containerConfigSave}>
          {info.running ? (
            <IconButton variant="default" icon={IconPlayerStop} onClick={() => setAsked("stop")}>
              {texts.stop}
            </IconButton>
          ) : (
            <IconButton icon={IconPlayerPlay} onClick={() => setAsked("start")}>
              {texts.start}
            </IconButton>
          )}
          {info.reset ? (
            <IconButton variant="default" icon={IconRestore} onClick={() => setAsked("reset")}>
              {texts.reset}
            </IconButton>
          ) : null}
          <IconButton variant="default" icon={IconTransfer} onClick={() => setAsked("update")}>
            {texts.update}
          </IconButton>
        </May>
      ) : null}
      {(Object.keys(actions) as Action[]).map((action) => (
        <ConfirmDialog
          key={action}
          opened={asked === action}
          onClose={() => setAsked(undefined)}
          title={texts[action]}
          confirmLabel={texts.verbs[action]}
          question={actions[action].question}
          danger={action === "reset"}
          onConfirm={() => run(action)}
          onDone={(well) => {
            if (well) actions[action].done();
          }}
        />
      ))}
    </>
  );
}
