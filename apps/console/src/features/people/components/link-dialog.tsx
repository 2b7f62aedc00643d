/** A link that invites, shown once. */
import { Button, Modal } from "@mantine/core";
import { CopyButton } from "../../../components/copy-button.tsx";
import layout from "../../../components/layout.module.css";
import { linkOf } from "../../../components/person/draft.ts";
import { InvitationLink } from "../../../components/person/invitation-link.tsx";
import { peopleTexts as texts } from "../../../texts/index.ts";

export interface Link {
  /** Of whom. */
  name: string;
  token: string;
}

export function LinkDialog({ link: { name, token }, onClose }: { link: Link; onClose: () => void }) {
  const link = linkOf(globalThis.location.origin, token);
  return (
    <Modal opened onClose={onClose} title={texts.linkTitle(name)} closeOnClickOutside={false}>
      <div className={layout["stack"]}>
        <p>{texts.linkText}</p>
        <InvitationLink link={link} />
        <div className={layout["buttonsAtEnd"]}>
          <CopyButton label={texts.copy} text={() => link} />
          <Button onClick={onClose}>{texts.close}</Button>
        </div>
      </div>
    </Modal>
  );
}
