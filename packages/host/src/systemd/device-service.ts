/**
 * The device service without its socket: carries out one request of the closed set after the other.
 *
 *     const service = await DeviceService.open({ root: "/", clock, scope, log });
 *     await service.begin();
 *     await service.handle({ verb: "save-hostname", hostname: "keller" });
 */
import {
  CODES,
  type NetworkAdapter,
  type NetworkSettings,
  normalMask,
  type Support,
} from "@hubwart/contract";
import {
  type Clock,
  errorText,
  InvalidInputError,
  ResultError,
  type Scope,
  SerialQueue,
  unreachable,
} from "@hubwart/core";
import { texts } from "../texts.ts";
import { applyAtBoot } from "./boot.ts";
import { type Drivers, systemDrivers } from "./drivers.ts";
import { type MatterDriver, YES } from "./matter.ts";
import { systemPaths } from "./paths.ts";
import { commandRunner, type Run } from "./run-command.ts";
import { type State, StateFile } from "./state.ts";
import { Trials } from "./trials.ts";
import type { Request } from "./verbs.ts";
import { judgeAndSettle } from "./verdict.ts";

export interface DeviceServiceOptions {
  /** `/`; a test gives a folder of its own, below which all files and programs are looked for. */
  root: string;
  clock: Clock;
  scope: Scope;
  /** A line for the journal. */
  log: (message: string) => void;
  run?: Run;
}

export class DeviceService {
  readonly #options: DeviceServiceOptions;
  readonly #state: StateFile;
  readonly #drivers: Drivers;
  readonly #run: Run;
  readonly #trials: Trials;
  readonly #queue = new SerialQueue();

  private constructor(options: DeviceServiceOptions, state: StateFile) {
    const paths = systemPaths(options.root);
    this.#options = options;
    this.#state = state;
    this.#run = options.run ?? commandRunner(paths.programs, options.scope.signal);
    this.#drivers = systemDrivers(paths, this.#run);
    this.#trials = new Trials({
      ...options,
      state,
      paths,
      network: this.#drivers.network,
      queue: this.#queue,
    });
  }

  static async open(options: DeviceServiceOptions): Promise<DeviceService> {
    return new DeviceService(options, await StateFile.open(systemPaths(options.root).state, options.log));
  }

  /** Once, before the network. */
  boot(): Promise<string[]> {
    const { clock, log, root } = this.#options;
    return applyAtBoot({ state: this.#state, drivers: this.#drivers, paths: systemPaths(root), clock, log });
  }

  /** Goes on with what an earlier process left: a trial, a judgement. Returns once the trial is in hand. */
  async begin(): Promise<void> {
    const { log } = this.#options;
    const complain = (error: unknown) => log(errorText(error));
    await this.#queue.run(() => this.#trials.resume()).catch(complain);
    const judging = judgeAndSettle({
      ...this.#options,
      state: this.#state,
      network: this.#drivers.network,
      queue: this.#queue,
    }).catch(complain);
    this.#options.scope.add(() => judging);
  }

  async handle(request: Request): Promise<unknown> {
    switch (request.verb) {
      case "read":
        return this.#read(request);
      case "devices":
        return this.#drivers.network.devices();
      case "last-apply":
        return this.#state.current.report ?? null;
      case "settings-lost":
        return (await this.#state.lostAt()) ?? null;
      case "save-hostname":
        return this.#save(this.#drivers.hostname, { hostname: request.hostname });
      case "save-zone":
        return this.#save(this.#drivers.zone, { zone: request.zone });
      case "save-ntp":
        return this.#save(this.#drivers.ntp, { ntp: request.settings });
      case "save-ssh":
        return this.#save(this.#drivers.ssh, { ssh: request.settings });
      case "save-network":
        return this.#saveNetwork({ use: request.use, interfaces: request.interfaces.map(normal) });
      case "trial-start":
        return this.#change(async () => {
          await this.#demand(this.#drivers.network);
          await this.#knownDevices(request.interfaces);
          return this.#trials.start(request.interfaces.map(normal), request.seconds);
        });
      case "trial-state":
        return { current: (await this.#trials.current()) ?? null, last: this.#trials.last() ?? null };
      case "trial-confirm":
        return this.#change(() => this.#trials.confirm(request.id));
      case "trial-cancel":
        return this.#change(() => this.#trials.cancel(request.id));
      case "reboot":
        return this.#reboot();
      default:
        return unreachable(request);
    }
  }

  async #read({ matter, what }: Request & { verb: "read" }): Promise<unknown> {
    const { hostname, zone, ntp, ssh, network } = this.#drivers;
    const { current } = this.#state;
    const of = async <T>(driver: MatterDriver<T>, configured: T | undefined): Promise<T | Support> =>
      what === "support"
        ? driver.support()
        : what === "active"
          ? driver.active()
          : (configured ?? driver.active());
    switch (matter) {
      case "hostname":
        return of(hostname, current.hostname);
      case "zone":
        return of(zone, current.zone);
      case "ntp":
        return of(ntp, current.ntp);
      case "ssh":
        return of(ssh, current.ssh);
      case "network":
        return of(network, current.network);
      case "power":
        return YES;
      default:
        return unreachable(matter);
    }
  }

  #change<T>(task: () => Promise<T>): Promise<T> {
    return this.#queue.run(task);
  }

  #save(driver: Pick<MatterDriver<unknown>, "support">, change: Partial<State>): Promise<void> {
    return this.#change(async () => {
      await this.#demand(driver);
      await this.#state.update(change);
    });
  }

  #saveNetwork(settings: NetworkSettings): Promise<void> {
    const { network } = this.#drivers;
    return this.#change(async () => {
      await this.#demand(network);
      await this.#knownDevices(settings.interfaces);
      await this.#state.update({ network: settings, answered: await this.#answeringNow() });
    });
  }

  /** What a gateway must do after the restart is what the one of today does. */
  async #answeringNow(): Promise<string[]> {
    const { network } = this.#drivers;
    const links = [...(await network.links())].filter(([, link]) => link.gateway !== "");
    const answers = await Promise.all(
      links.map(async ([device, { gateway }]) => ({
        device,
        yes: await network.gatewayAnswers(device, gateway),
      })),
    );
    return answers.filter(({ yes }) => yes).map(({ device }) => device);
  }

  async #demand(driver: Pick<MatterDriver<unknown>, "support">): Promise<void> {
    const support = await driver.support();
    if (!support.supported) throw new ResultError(CODES.unsupported, support.reason);
  }

  /** Files are written for adapters of this device only, never for a bridge or a tunnel of somebody else's. */
  async #knownDevices(interfaces: NetworkSettings["interfaces"]): Promise<void> {
    const known = new Set((await this.#drivers.network.devices()).map(({ device }) => device));
    for (const { device } of this.#state.current.network?.interfaces ?? []) known.add(device);
    const problems = interfaces.flatMap(({ device }, index) =>
      known.has(device) ? [] : [{ field: `interfaces.${index}.device`, message: texts.noAdapter(device) }],
    );
    if (problems.length > 0) throw new InvalidInputError(problems);
  }

  async #reboot(): Promise<void> {
    try {
      const { code, stderr } = await this.#run("systemctl", ["--no-block", "--no-wall", "reboot"]);
      if (code !== 0)
        throw new ResultError(CODES.settingRefused, `Neustart abgelehnt: ${stderr.trim().slice(0, 300)}`);
    } catch (error) {
      // The end of the device can be quicker than the program that asked for it.
      if (!this.#options.scope.ended) throw error;
    }
  }
}

const normal = (adapter: NetworkAdapter): NetworkAdapter => ({ ...adapter, mask: normalMask(adapter.mask) });
