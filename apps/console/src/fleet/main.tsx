/** Entry of the page of a central console for many hubs. */
import "../lib/jitless.ts";
import "../styles/base.ts";
import "../styles/shell.ts";
import { mount } from "../app/mount.tsx";
import { FleetApp } from "./fleet-app.tsx";

mount(<FleetApp />);
