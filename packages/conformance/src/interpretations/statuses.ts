import { ERRORS, type ErrorCode } from '@messaging-service/contract';
import { type Asker, expectSuccess } from '../probe/probe.ts';
import { withAccount } from '../cases/accounts.ts';
import { UNKNOWN_KEY, UNKNOWN_UUID } from '../cases/authentication.ts';
import { whilePending } from '../cases/sending.ts';
import type { Finding, OpenPoint } from './interpretation.ts';
import type { Answer } from '../service/service-client.ts';
import type { Need } from '../service/target.ts';
import { describeAnswer, Unasked } from '../service/verdict.ts';

interface Refusal {
  readonly code: ErrorCode;
  readonly when: string;
  readonly needs?: readonly Need[];
  /** Provokes it. */
  readonly provoke: (asker: Asker) => Promise<Answer>;
}

const REPEATED = '0190f3c4-5b6a-7c8d-9e0f-1a2b3c4d5e6f';

/** What can be provoked without sending, or by sending what is cancelled at once. */
const REFUSALS: readonly Refusal[] = [
  {
    code: 'invalid_key',
    when: 'an unknown key',
    provoke: (asker) => asker.call('batches.listPending', { key: UNKNOWN_KEY }),
  },
  {
    code: 'invalid_json',
    when: 'a body that is not JSON',
    provoke: (asker) => asker.call('messages.send', { text: '{"messages": [' }),
  },
  {
    code: 'invalid_request',
    when: 'a message without a destination',
    provoke: (asker) => asker.dryRun({ messages: [asker.message({ to: undefined })] }),
  },
  {
    code: 'sender_not_owned',
    when: 'a sender ID that the account does not own',
    provoke: (asker) =>
      asker.dryRun({ messages: [asker.message({ from: { type: 'custom', value: 'NOTMINE0000' } })] }),
  },
  {
    code: 'duplicate_id',
    when: 'an id that is given to two messages',
    provoke: (asker) =>
      asker.dryRun({ messages: [asker.message({ id: REPEATED }), asker.message({ id: REPEATED })] }),
  },
  {
    code: 'multipart_not_allowed',
    when: 'a text of two units with allowMulti=false',
    needs: ['sender'],
    provoke: (asker) => {
      const { farAhead: at, target, to } = asker;
      const body = { from: target.sender, message: 'x'.repeat(161), destinations: [to], at, send_at: at };
      return asker.dryRunBatch(body, { allowMulti: 'false' });
    },
  },
  {
    code: 'batch_not_found',
    when: 'a batch that does not exist',
    provoke: (asker) => asker.call('batches.receipts', { path: { batchUuid: UNKNOWN_UUID } }),
  },
  {
    code: 'batch_not_pending',
    when: 'cancelling a batch that was sent',
    needs: ['sending'],
    provoke: async (asker) => {
      const body = { messages: [asker.message({ send_at: undefined })] };
      const { messages } = await asker.succeed('messages.send', { body });
      return asker.call('batches.cancel', { path: { batchUuid: messages[0]?.batchUuid ?? UNKNOWN_UUID } });
    },
  },
  {
    code: 'account_not_found',
    when: 'an account that does not exist',
    needs: ['organization-key'],
    provoke: (asker) => asker.call('accounts.update', { path: { accountUuid: UNKNOWN_UUID }, body: {} }),
  },
  {
    code: 'insufficient_credits',
    when: 'a message of an account without credits',
    needs: ['sending', 'organization-key'],
    provoke: (asker) =>
      withAccount(asker, async ({ apiKey: key }) => {
        const messages = [asker.message({ from: { type: 'shared' } })];
        const answer = await asker.call('messages.send', { key, body: { messages } });
        if (answer.status === 200) {
          const { messages: queued } = expectSuccess('messages.send', answer);
          for (const { batchUuid } of queued)
            await asker.call('batches.cancel', { key, path: { batchUuid } });
        }
        return answer;
      }),
  },
  {
    code: 'not_found',
    when: 'a path without an operation',
    provoke: (asker) => asker.send('GET', '/conformance', { key: asker.target.keys.accountKey }),
  },
  {
    code: 'method_not_allowed',
    when: 'a method that the path does not take',
    provoke: (asker) => asker.send('PUT', '/message', { key: asker.target.keys.accountKey, body: {} }),
  },
];

/** HTTP statuses that the specification does not give: decisions/statuses.md. */
export const statuses: readonly OpenPoint[] = [
  ...REFUSALS.map(
    ({ code, when, needs = [], provoke }): OpenPoint => ({
      id: `statuses.${code}`,
      question: `With which status is ${when} refused?`,
      needs,
      find: async (asker) => readStatus(code, await provoke(asker)),
    }),
  ),
  unaskable(
    'shared_sender_unavailable',
    'an exhausted pool',
    'every shared sender ID would have to be used up',
  ),
  unaskable(
    'payload_too_large',
    'a body that is too large',
    'a limit is nothing to be tried on a live service',
  ),
  {
    id: 'repeated-ids',
    question: 'May an id be used again after a message with it was queued?',
    needs: ['sending'],
    find: (asker) => {
      const id = crypto.randomUUID();
      return whilePending(
        asker,
        async () => {
          const answer = await asker.dryRun({ messages: [asker.message({ id })] });
          return { reading: answer.status === 200 ? 'It may.' : `It is refused: ${describeAnswer(answer)}` };
        },
        { id },
      );
    },
  },
];

function readStatus(code: ErrorCode, answer: Answer): Finding {
  const { status } = answer;
  if (status >= 200 && status < 300) {
    return { reading: `It is not refused (${status}); the emulator refuses it as ${code}.` };
  }
  const own = ERRORS[code].status;
  if (status === own) return { reading: `${status}, as in the emulator.` };
  const settable = status >= 400 && status <= 599;
  return {
    reading: `${status}; the emulator's own is ${own}.`,
    config: settable ? { statuses: { [code]: status } } : undefined,
  };
}

function unaskable(code: ErrorCode, when: string, why: string): OpenPoint {
  return {
    id: `statuses.${code}`,
    question: `With which status is ${when} refused?`,
    needs: [],
    find: async () => {
      throw new Unasked(why);
    },
  };
}
