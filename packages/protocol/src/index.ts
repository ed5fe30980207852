/** What a server and the programs that call it agree on. */
export { controlPath, parseAddress } from './address.ts';
export { belowControl, CONTROL_PREFIX } from './control-path.ts';
export { type Cost, Costs } from './costs.ts';
export type { Reached, TimeEvent } from './follower-events.ts';
export { MACHINE_TIMER } from './machine-timer.ts';
