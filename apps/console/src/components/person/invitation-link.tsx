/** The address of an invitation: as a picture for a phone, and as text. */
import { peopleTexts as texts } from "../../texts/index.ts";
import { QrPicture } from "../qr-picture.tsx";
import classes from "./person.module.css";

export function InvitationLink({ link }: { link: string }) {
  return (
    <>
      <QrPicture text={link} label={texts.linkLabel} />
      <code className={classes["link"]}>{link}</code>
    </>
  );
}
