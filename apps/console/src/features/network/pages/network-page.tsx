/** Settings of the device: name, zone, adapters, time servers, SSH. The tab stands in the address. */

import { networkConfigSave, sshConfig, systemRestart } from "@hubwart/contract";
import { useState } from "react";
import { useMay } from "../../../api/info.ts";
import { PageFrame } from "../../../components/page-frame.tsx";
import { RestartButton } from "../../../components/restart-button.tsx";
import { SearchTabs } from "../../../components/search-tabs.tsx";
import { UnsavedGuard } from "../../../components/unsaved-guard.tsx";
import { notice } from "../../../lib/notice.tsx";
import { restartAll } from "../../../overlay/restart-all.ts";
import { LookOnly, May } from "../../../rights/may.tsx";
import { systemTexts, networkTexts as texts } from "../../../texts/index.ts";
import type { Restart } from "../api/settings.ts";
import { HostTab } from "../components/host-tab.tsx";
import classes from "../components/network.module.css";
import { NetworkTab } from "../components/network-tab.tsx";
import { NtpTab } from "../components/ntp-tab.tsx";
import { type Saved, SavedDialog } from "../components/saved-dialog.tsx";
import { SshTab } from "../components/ssh-tab.tsx";
import type { MaybeSupported } from "../components/support-note.tsx";
import { newAddresses } from "../model/adapters.ts";
import { hostnameSection, networkSection, ntpSection, sshSection, zoneSection } from "../model/sections.ts";
import { TABS, type Tab } from "../model/tabs.ts";
import { useNetworkTest } from "../model/use-network-test.ts";
import { useSection } from "../model/use-section.ts";

const { device } = systemTexts.restart;

export function NetworkPage() {
  return (
    <PageFrame
      title={texts.title}
      actions={
        <May call={systemRestart}>
          <RestartButton
            label={device.button}
            question={device.question}
            restart={(finished) => restartAll("reboot", finished)}
          />
        </May>
      }
    >
      <Settings />
    </PageFrame>
  );
}

/** All forms live here, so that what was typed stays while one looks at another tab. */
function Settings() {
  const [saved, setSaved] = useState<{ opened: boolean; saved?: Saved }>({ opened: false });
  const done = (restart: Restart, { support }: { support: MaybeSupported }, addresses: string[] = []) => {
    if (restart === "device") setSaved({ opened: true, saved: { support, addresses } });
    else notice.success(texts.saved.nothing, support.supported ? {} : { detail: support.reason ?? "" });
  };
  const hostname = useSection(hostnameSection, done);
  const zone = useSection(zoneSection, done);
  const network = useSection(networkSection, (restart, data) => done(restart, data, newAddresses(data)));
  const ntp = useSection(ntpSection, done);
  const maySsh = useMay(sshConfig);
  const ssh = useSection(sshSection, done, maySsh);
  const test = useNetworkTest(network.reset);
  const dirty: Record<Tab, boolean> = {
    host: hostname.dirty || zone.dirty,
    network: network.dirty,
    ntp: ntp.dirty,
    ssh: ssh.dirty,
  };
  const content: Record<Tab, React.ReactNode> = {
    host: <HostTab hostname={hostname} zone={zone} />,
    network: <NetworkTab network={network} test={test} />,
    ntp: <NtpTab ntp={ntp} />,
    ssh: <SshTab ssh={ssh} />,
  };
  return (
    <>
      <UnsavedGuard dirty={Object.values(dirty).includes(true)} />
      <SearchTabs
        label={texts.tabs.label}
        tabs={Object.fromEntries(
          TABS.filter((name) => name !== "ssh" || maySsh).map((name) => [
            name,
            {
              label: (
                <>
                  {texts.tabs[name]}
                  {dirty[name] ? <Unsaved /> : null}
                </>
              ),
              panel: <LookOnly call={networkConfigSave}>{content[name]}</LookOnly>,
            },
          ]),
        )}
      />
      <SavedDialog
        {...saved}
        saved={saved.saved}
        onClose={() => setSaved((now) => ({ ...now, opened: false }))}
      />
    </>
  );
}

/** Mark beside the name of a tab. */
function Unsaved() {
  return (
    <>
      {" "}
      <span className={classes["dot"]} aria-hidden />
      <span className="hw-visually-hidden">{texts.unsavedTab}</span>
    </>
  );
}
