/** Entry of the console. */
import "./lib/jitless.ts";
import "./styles/base.ts";
import { Gate } from "./app/gate/gate.tsx";
import { mount } from "./app/mount.tsx";
import { beginPanel, keepEscapeFromBelow, reloadOnNewVersion } from "./app/page-events.ts";

keepEscapeFromBelow();
reloadOnNewVersion();
beginPanel();
mount(<Gate />);
