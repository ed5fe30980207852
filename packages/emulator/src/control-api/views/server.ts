import { formatTimestamp } from '@messaging-service/contract';
import { CONTROL_PREFIX } from '../../http/control-path.ts';
import type { ClockMove } from '../../service/clock-moves.ts';
import type { NamedService } from '../../service/sandboxes.ts';
import type { Service } from '../../service/service.ts';

/** Identifies a running server. */
export interface ServerInfo {
  /** New at every start. */
  readonly instance: string;
  /** Version of the package. */
  readonly version: string;
  /** When it started, in real time: ISO 8601. */
  readonly startedAt: string;
  /** Why changes cannot be kept at the moment; undefined while they can. */
  readonly problem: () => string | undefined;
}

/** The response to `GET /health`. `clock` is an alias of `mode`. */
export function viewHealth(service: Service, { instance, version, startedAt, problem }: ServerInfo) {
  const { now, mode } = viewClock(service);
  const reason = problem();
  const health = { status: 'ok', now, mode, clock: mode, instance, version, startedAt };
  if (reason === undefined) return health;
  return {
    ...health,
    status: 'unhealthy',
    error: { code: 'unavailable', message: `Nothing can be changed, because ${reason}.` },
  };
}

/** The response to `GET /clock`. */
export function viewClock({ core: { driver } }: Service) {
  return { now: formatTimestamp(driver.now()), mode: driver.mode };
}

/** The response to `GET /clock/advance`: the advance that is running, or null. */
export function viewAdvance({ core: { driver }, timeline }: Service) {
  const { running } = timeline;
  if (running === undefined) return { advance: null };
  const { from, to, ...rest } = running;
  const now = formatTimestamp(driver.now());
  return {
    advance: { from: formatTimestamp(from), now, to: to === null ? null : formatTimestamp(to), ...rest },
  };
}

/** A move of the clock that can be undone, in `GET /clock/moves`. */
export function viewMove({ from, to, ...rest }: ClockMove) {
  return { ...rest, from: formatTimestamp(from), to: formatTimestamp(to) };
}

/** A sandbox with everything that a caller needs to use it. */
export function viewSandbox({ id, name, service }: NamedService, origin: string) {
  const { now, mode } = viewClock(service);
  const controlUrl = `${origin}${CONTROL_PREFIX}/sandboxes/${id}`;
  return { id, name, controlUrl, ...readyToUse(service), now, mode, clock: mode };
}

/** The organization and the first account of a service, as a caller in any language needs them. */
export function readyToUse(service: Service) {
  const { organization, accounts, sharedSenders } = service.credentials();
  return { organization, account: accounts[0] ?? null, accounts, sharedSenders };
}

/** The settings of the network, in the form in which they are set. */
export function viewCarrier({ core: { state } }: Service) {
  const { outcome, code, afterMs: after, rules = [] } = state.carrier;
  return { outcome, code, after, rules: rules.map(({ afterMs, ...rule }) => ({ ...rule, after: afterMs })) };
}
