import type { Bug } from '../../../../test/mcp/application/settings.ts';
import type { Session } from './session.ts';

/** How an agent looks for one bug. */
export interface Investigation {
  readonly bug: Bug;
  /** Arguments of `open_sandbox`. */
  readonly sandbox?: object;
  /** The secret that the application has; default: that of the account. */
  readonly secret?: string;
  /** Uses the application and the tools. Returns what is wrong; undefined if nothing is. */
  readonly find: (session: Session) => Promise<string | undefined>;
  /** What must be true at the end of the test. */
  readonly checks: readonly string[];
}

/** The secret of accounts in stories, which do not contain the real one. */
export const SECRET = 'a secret for tests';

const phone = '447700900123';
const others = ['447700900124', '447700900125', '447700900126'];

/** The tasks of the agent. */
export const INVESTIGATIONS: readonly Investigation[] = [
  {
    bug: 'raw-code',
    find: async ({ tool, act }) => {
      await act('POST /codes', { phone });
      const { code } = (await tool('wait_for_message', { to: phone, code: true })).data as { code: string };
      const typed = `${code.slice(0, 3)} ${code.slice(3)}`;
      const written = `{ phone: '${phone}', code: (await emulator.waitForMessage({ code: true })).code.replace(/^.../, '$& ') }`;
      const { status } = await act('POST /sessions', { phone, code: typed }, written);
      return status === 200 ? undefined : `the code ${typed} is refused with ${status}`;
    },
    checks: ['assert.equal(results[1].status, 200);'],
  },
  {
    bug: 'ignored-stop',
    find: async ({ tool, act }) => {
      await act('POST /announcements', { phone, text: 'We are open on Sunday' });
      const { webhook } = (await tool('write_as_phone', { from: phone, message: 'Stop' })).data;
      await act('POST /announcements', { phone, text: 'We are open on Monday' });
      const { total, messages } = (await tool('list_messages', { to: phone })).data;
      if (webhook.state !== 'succeeded')
        return `the STOP was refused: ${(await tool('why', { id: webhook.id })).text}`;
      return total === 1 ? undefined : `after STOP, "${messages.at(-1).body}" was sent`;
    },
    checks: ['assert.equal(emulator.messages().length, 1);'],
  },
  {
    bug: 'local-time',
    find: async ({ tool, act }) => {
      await act('POST /appointments', { phone, at: '2027-07-10T09:00', zone: 'Europe/Berlin' });
      const { jobs } = (await tool('list_due')).data;
      const { dueAt } = jobs[0];
      await tool('advance_clock', { to: '2027-07-10T12:00Z' });
      return dueAt === '2027-07-10T06:00:00.000Z' ? undefined : `the reminder is due at ${dueAt}`;
    },
    checks: ["assert.equal(emulator.messages()[0].sendAt, '2027-07-10T06:00:00.000Z');"],
  },
  {
    bug: 'double-send',
    find: async ({ tool, act }) => {
      await tool('make_calls_fail', { operation: 'messages.send', status: 503, when: 'after' });
      await act('POST /announcements', { phone, text: 'We are open on Sunday' });
      const { total } = (await tool('list_messages', { to: phone })).data;
      await tool('clear_faults');
      return total === 1 ? undefined : `after a lost response, the text was sent ${total} times`;
    },
    checks: ['assert.equal(emulator.messages().length, 1);'],
  },
  {
    bug: 'unverified-webhook',
    secret: 'another secret',
    find: async ({ tool, act }) => {
      await act('POST /announcements', { phone, text: 'We are open on Sunday' });
      const { webhook } = (await tool('write_as_phone', { from: phone, message: 'STOP' })).data;
      const { otherSide } = (await tool('why', { id: webhook.id })).data;
      return webhook.state === 'succeeded'
        ? `a webhook with a wrong signature was accepted: ${JSON.stringify(otherSide ?? webhook.attempts)}`
        : undefined;
    },
    checks: ["assert.equal(emulator.webhooks({ kind: 'inbound-message' })[0].attempts[0].status, 401);"],
  },
  {
    bug: 'late-row',
    find: async ({ tool, act }) => {
      await tool('make_calls_fail', { operation: 'messages.send', delay: '300ms', when: 'after' });
      const { body } = await act('POST /results', { phone });
      const { webhooks } = (await tool('list_webhooks', { kind: 'delivery-receipt' })).data;
      const { delivered } = (await act(`GET /results/${String(body.id)}`)).body;
      await tool('clear_faults');
      return delivered === true || webhooks[0]?.state !== 'succeeded'
        ? undefined
        : 'the receipt was accepted, and the application does not know it';
    },
    checks: [
      'await act(`GET /results/${results[0].body.id}`);',
      'assert.equal(results.at(-1).body.delivered, true);',
    ],
  },
  {
    bug: 'lost-recipients',
    sandbox: { accounts: [{ senders: ['DEMO'], credits: 2 }] },
    find: async ({ tool, act }) => {
      const { body } = await act('POST /campaigns', {
        phones: [phone, ...others],
        text: 'We are open on Sunday',
      });
      const { total: sent } = (await tool('list_messages')).data;
      const { requests } = (await tool('list_requests', { q: 'status:402' })).data;
      const { text } = await tool('why', { id: String(requests[0].id) });
      if (!text.includes('credits')) throw new Error(`The reason does not name the credits: ${text}`);
      const claimed = (body.sent as string[]).length;
      return claimed === sent
        ? undefined
        : `${claimed} phones count as informed, and ${sent} got a text: ${text}`;
    },
    checks: [`assert.deepEqual(results[0].body.unsent, ${JSON.stringify(others.slice(1))});`],
  },
  {
    bug: 'kept-schedule',
    find: async ({ tool, act }) => {
      const { body } = await act('POST /appointments', {
        phone,
        at: '2027-07-10T09:00',
        zone: 'Europe/Berlin',
      });
      await act(`DELETE /appointments/${String(body.id)}`);
      const { jobs } = (await tool('list_due')).data;
      await tool('advance_clock', { to: '2027-07-10T12:00Z' });
      return jobs.length === 0
        ? undefined
        : `after the appointment was cancelled, the service still ${jobs[0].text}`;
    },
    checks: ["assert.equal(emulator.messages().filter(({ state }) => state === 'delivered').length, 0);"],
  },
];
