import { CONTROL_ENDPOINTS } from '@messaging-service/server/host';
import { describe, expect, test } from 'vitest';
import { PLACES } from './subjects.ts';

/** The member of the controls for each operation. */
const MEMBERS: Readonly<Record<string, string>> = {
  getCredentials: 'account',
  getMark: 'mark',
  getClock: 'clock.now',
  advanceClock: 'clock.advance',
  stopAdvance: 'clock.stop',
  advanceToNextJob: 'clock.next',
  settle: 'settle',
  reset: 'reset',
  getSnapshot: 'snapshot',
  restoreSnapshot: 'restore',
  createOrganization: 'createOrganization',
  registerSender: 'registerSender',
  setSharedSenders: 'setSharedSenders',
  createNotification: 'createNotification',
  receiveInbound: 'handset',
  listMessages: 'messages',
  waitForMessage: 'waitForMessage',
  deliverMessage: 'deliver',
  failMessage: 'fail',
  why: 'why',
  setCarrier: 'setCarrier',
  listWebhooks: 'webhooks',
  resendWebhook: 'resendWebhook',
  addFault: 'addFault',
  listFaults: 'faults',
  clearFaults: 'clearFaults',
  // The handle of a fault has `remove`.
  removeFault: 'addFault',
  createSandbox: 'sandbox',
  deleteSandbox: 'close',
  streamEvents: 'events',
  getStory: 'story',
};

/** Operations without a member: about the server, for applications that follow the clock, and views of the inspector. */
const WITHOUT_MEMBER = new Set([
  'getHealth',
  'getDocument',
  'listSandboxes',
  'getSandbox',
  // Describes an advance that another caller started.
  'getAdvance',
  'listFollowers',
  'joinAsFollower',
  'leaveAsFollower',
  'followClock',
  'reportInstantReached',
]);

describe.each(PLACES)('the controls %s (EMU-18)', (_, open) => {
  test('have a member for every operation of the control API that is not a view of the inspector', async () => {
    const { controls } = await open();
    const hasMember = (name: string) => {
      const [first = '', second] = name.split('.');
      const member = Reflect.get(controls, first) as object | undefined;
      return (second === undefined ? member : Reflect.get(member ?? {}, second)) !== undefined;
    };
    const missing = CONTROL_ENDPOINTS.filter(({ name, tag }) => tag !== 'inspector' || name in MEMBERS)
      .map(({ name }) => name)
      .filter((name) => !WITHOUT_MEMBER.has(name) && !hasMember(MEMBERS[name] ?? ''));
    expect(missing).toEqual([]);
    const known = new Set(CONTROL_ENDPOINTS.map(({ name }) => name));
    expect([...Object.keys(MEMBERS), ...WITHOUT_MEMBER].filter((name) => !known.has(name))).toEqual([]);
  });
});
