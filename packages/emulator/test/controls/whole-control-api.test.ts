import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { PLACES } from './subjects.ts';

interface Operation {
  readonly operationId: string;
  readonly tags: readonly string[];
}

const { paths } = parse(
  readFileSync(new URL('../../../../docs/control-api.yaml', import.meta.url), 'utf8'),
) as { readonly paths: Readonly<Record<string, Readonly<Record<string, Operation | readonly object[]>>>> };

const operations = Object.values(paths)
  .flatMap((item) => Object.values(item))
  .filter((entry): entry is Operation => 'operationId' in entry);

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
};

/** Operations without a member: about the server, for applications that follow the clock, and views of the inspector. */
const WITHOUT_MEMBER = new Set([
  'getHealth',
  'getAdvance',
  'getDocument',
  'listSandboxes',
  'getSandbox',
  // Of an advance that another caller started; the caller itself sets limits.
  'getAdvance',
  'stopAdvance',
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
      const member: unknown = Reflect.get(controls, first);
      if (second === undefined) return member !== undefined;
      return Reflect.get(member as object, second) !== undefined;
    };
    const missing = operations
      .filter(({ operationId, tags }) => !tags.includes('inspector') || operationId in MEMBERS)
      .map(({ operationId }) => operationId)
      .filter((id) => !WITHOUT_MEMBER.has(id) && !hasMember(MEMBERS[id] ?? ''));
    expect(missing).toEqual([]);
    const known = new Set(operations.map(({ operationId }) => operationId));
    expect([...Object.keys(MEMBERS), ...WITHOUT_MEMBER].filter((id) => !known.has(id))).toEqual([]);
  });
});
