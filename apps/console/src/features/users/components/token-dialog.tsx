/** A user's token: made, shown once, taken away. */
import type { UserKind } from "@hubwart/contract";
import { Alert, Button, Modal } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { CopyButton } from "../../../components/copy-button.tsx";
import layout from "../../../components/layout.module.css";
import { SecretShown } from "../../../components/secret-dialog.tsx";
import { errorText } from "../../../lib/error-text.ts";
import { notice } from "../../../lib/notice.tsx";
import { usersTexts } from "../../../texts/index.ts";
import { type User, useUserActions } from "../api/users.ts";

const texts = usersTexts.token;

export function TokenDialog({ kind, user, onClose }: { kind: UserKind; user: User; onClose: () => void }) {
  const actions = useUserActions(kind);
  const make = useMutation({ mutationFn: () => actions.makeToken(user.username) });
  const remove = useMutation({
    mutationFn: () => actions.removeToken(user.username),
    onSuccess: () => {
      notice.success(texts.removed);
      onClose();
    },
  });
  const failure = make.error ?? remove.error;
  const token = make.data?.token;
  return (
    <Modal opened onClose={onClose} title={texts.of(user.username)} closeOnClickOutside={token === undefined}>
      <div className={layout["stack"]}>
        <p>{texts.text}</p>
        {user.token && token === undefined ? <p>{texts.replaces}</p> : null}
        {token === undefined ? null : <SecretShown secret={token} texts={texts} />}
        {failure ? (
          <Alert color="red" variant="light" title={errorText(failure).text} role="alert">
            {errorText(failure).detail}
          </Alert>
        ) : null}
        <div className={layout["buttonsAtEnd"]}>
          {token === undefined ? (
            <>
              {user.token ? (
                <Button variant="default" loading={remove.isPending} onClick={() => remove.mutate()}>
                  {texts.remove}
                </Button>
              ) : null}
              <Button loading={make.isPending} onClick={() => make.mutate()}>
                {texts.make}
              </Button>
            </>
          ) : (
            <>
              <CopyButton label={texts.copy} text={() => token} />
              <Button onClick={onClose}>{texts.close}</Button>
            </>
          )}
        </div>
      </div>
    </Modal>
  );
}
