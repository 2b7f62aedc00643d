/** A link with which a wished person sets a password at one site: made there, shown here once. */

import type { AnswerOf } from "@hubwart/contract";
import { centralDesiredLink, type SiteDrift } from "@hubwart/fleet/calls";
import { Button, Modal, NativeSelect } from "@mantine/core";
import { useState } from "react";
import { ActionDialog } from "../components/action-dialog.tsx";
import { CopyButton } from "../components/copy-button.tsx";
import layout from "../components/layout.module.css";
import { linkOf } from "../components/person/draft.ts";
import { InvitationLink } from "../components/person/invitation-link.tsx";
import { fleetTexts, peopleTexts } from "../texts/index.ts";
import { callCentral } from "./api.ts";

const texts = fleetTexts.desired.link;

export interface DesiredLinkProps {
  group: string;
  site: SiteDrift;
  /** Those that are wished. */
  people: readonly string[];
  onClose: () => void;
}

type Told = AnswerOf<typeof centralDesiredLink> & { name: string };

export function DesiredLink({ group, onClose, people, site }: DesiredLinkProps) {
  const { hub, name: siteName, waiting } = site;
  // Who has no password yet comes first.
  const names = people.toSorted((a, b) => Number(waiting.includes(b)) - Number(waiting.includes(a)));
  const [name, setName] = useState(names[0] ?? "");
  const [told, setTold] = useState<Told>();
  if (told) return <Shown told={told} onClose={onClose} />;
  return (
    <ActionDialog
      onClose={onClose}
      title={texts.title(siteName)}
      confirmLabel={texts.make}
      onConfirm={async () =>
        setTold({ ...(await callCentral(centralDesiredLink, { body: { group, hub, name } })), name })
      }
      // The link takes its place.
      done={() => false}
    >
      <div className={layout["stack"]}>
        <p>{texts.text}</p>
        <NativeSelect
          label={texts.person}
          value={name}
          onChange={({ currentTarget: { value } }) => setName(value)}
          data={names.map((one) => ({
            value: one,
            label: waiting.includes(one) ? texts.waiting(one) : one,
          }))}
        />
      </div>
    </ActionDialog>
  );
}

function Shown({ onClose, told: { hosts, name, token } }: { told: Told; onClose: () => void }) {
  const [host, setHost] = useState(hosts[0] ?? texts.otherHost);
  const link = linkOf(`https://${host.includes(":") ? `[${host}]` : host}`, token);
  return (
    <Modal opened onClose={onClose} title={peopleTexts.linkTitle(name)} closeOnClickOutside={false}>
      <div className={layout["stack"]}>
        <p>{peopleTexts.linkText}</p>
        {hosts.length > 1 ? (
          <NativeSelect
            label={texts.host}
            description={texts.hostText}
            value={host}
            data={[...hosts]}
            onChange={({ currentTarget: { value } }) => setHost(value)}
          />
        ) : null}
        <InvitationLink link={link} />
        <div className={layout["buttonsAtEnd"]}>
          <CopyButton label={peopleTexts.copy} text={() => link} />
          <Button onClick={onClose}>{peopleTexts.close}</Button>
        </div>
      </div>
    </Modal>
  );
}
