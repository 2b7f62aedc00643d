/** A link that invites, shown once. */
import { Button, Modal } from "@mantine/core";
import { CopyButton } from "../../../components/copy-button.tsx";
import layout from "../../../components/layout.module.css";
import { QrPicture } from "../../../components/qr-picture.tsx";
import { peopleTexts as texts } from "../../../texts/index.ts";
import { linkOf } from "../model/draft.ts";
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
      <div className={layout["stack"]}>
        <p>{texts.linkText}</p>
        <QrPicture text={link} label={texts.linkLabel} />
        <code className={classes["link"]}>{link}</code>
        <div className={layout["buttonsAtEnd"]}>
          <CopyButton label={texts.copy} text={() => link} />
          <Button onClick={onClose}>{texts.close}</Button>
        </div>
      </div>
    </Modal>
  );
}
