/**
 * Makes an application follow the clock of an emulator.
 *
 * Preload it:
 *
 * ```sh
 * MESSAGING_EMULATOR_URL=http://127.0.0.1:4010 node --import @messaging-service/emulator/follow-clock app.js
 * ```
 *
 * `Date`, timers, `node:timers/promises`, `AbortSignal.timeout` and `performance` then follow the clock of the emulator, also
 * in the worker threads and Node processes that the application starts.
 *
 * @packageDocumentation
 */

import { followConnections } from './application-connections.ts';
import { realTimeCallers } from './call-sites.ts';
import { Calls } from './calls.ts';
import { followDatagrams } from './datagrams.ts';
import { Connection } from './emulator-connection.ts';
import { FollowedClock } from './followed-clock.ts';
import { installGlobals } from './globals.ts';
import { followHttp2 } from './http2-requests.ts';
import { followNativeWork } from './native-work.ts';
import { followProcesses } from './processes.ts';
import { LONGEST_TIMER_MS, startInterval, stopInterval } from './real-time.ts';
import { followRequests } from './requests.ts';
import { Session } from './session.ts';
import { controlUrl, nameOfProcess, realTimePackages } from './settings.ts';
import { Timers } from './timers.ts';
import { Work } from './work.ts';

const connection = new Connection(controlUrl(process.env), nameOfProcess());
// Calls of the emulator do not keep the process alive, but the application has not started yet.
const hold = startInterval(() => undefined, LONGEST_TIMER_MS);
const clock = new FollowedClock(await connection.join(true));
const timers = new Timers(clock);
const work = new Work(timers);
const calls = new Calls();
const converse = followConnections(work, timers);
followRequests(work, calls);
followHttp2(work);
followDatagrams(work);
followNativeWork(work);
followProcesses(import.meta.url, { work, connection, converse });
const session = new Session({ connection, clock, timers, work, calls });
installGlobals(clock, timers, realTimeCallers(realTimePackages(process.env)));
await session.start();
stopInterval(hold);
