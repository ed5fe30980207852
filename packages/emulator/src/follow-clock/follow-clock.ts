/**
 * Makes an application follow the clock of an emulator.
 *
 * Preload it:
 *
 * ```sh
 * MESSAGING_EMULATOR_URL=http://127.0.0.1:4010 node --import @messaging-service/emulator/follow-clock app.js
 * ```
 *
 * `Date`, timers, `node:timers/promises`, `AbortSignal.timeout` and `performance.now` then follow the clock of the emulator.
 *
 * @packageDocumentation
 */
import { realTimeCallers } from './callers.ts';
import { Connection } from './connection.ts';
import { Conversations } from './conversations.ts';
import { FollowedClock } from './followed-clock.ts';
import { installGlobals } from './globals.ts';
import { OutgoingRequests } from './requests.ts';
import { Session } from './session.ts';
import { readSettings } from './settings.ts';
import { Timers } from './timers.ts';

const { controlUrl, name, realTimePackages } = readSettings(process.env);
const connection = new Connection(controlUrl, name);
const joined = await connection.joinAtStart();
const clock = new FollowedClock(joined);
const timers = new Timers(clock, () => session.timerAdded());
const conversations = new Conversations();
const requests = new OutgoingRequests(conversations);
const session = new Session({ connection, clock, timers, requests, conversations });
installGlobals({ clock, timers, isRealTimeCaller: realTimeCallers(realTimePackages) });
await session.start(joined);
