/** A link that invites, shown once. */
import { Button, Modal } from "@mantine/core";
import { CopyButton } from "../../../components/copy-button.tsx";
import { linkOf } from "../../../components/person/draft.ts";
import { InvitationLink } from "../../../components/person/invitation-link.tsx";
import { peopleTexts as texts } from "../../../texts/index.ts";
import classes from "./people.module.css";

export interface Link {
  /** Of whom. */
  name: string;
  token: string;
}

export function LinkDialog({ link: { name, token }, onClose }: { link: Link; onClose: () => void }) {
  const link = linkOf(globalThis.location.origin, token);
  return (
    <Modal opened onClose={onClose} title={texts.linkTitle(name)} closeOnClickOutside={false}>
      <div className={classes["stack"]}>
        <p>{texts.linkText}</p>
        <InvitationLink link={link} />
        <div className={classes["buttons"]}>
          <CopyButton label={texts.copy} text={() => link} />
          <Button onClick={onClose}>{texts.close}</Button>
        </div>
      </div>
    </Modal>
  );
}
