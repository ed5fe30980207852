import type { ErrorCode } from '@messaging-service/contract';
import { withAccount } from '../probe/accounts.ts';
import { sendOne } from '../probe/messages.ts';
import type { Probe } from '../probe/probe.ts';
import { batchesIn } from '../probe/queued-dry-runs.ts';
import { UNKNOWN_KEY, UNKNOWN_UUID } from '../probe/unknown.ts';
import type { Capability } from '../service/capabilities.ts';
import type { ServiceResponse } from '../service/service-client.ts';

/** A request that the service is expected to refuse with an error code. */
interface Refusal {
  readonly code: ErrorCode;
  /** The refused request, as a noun phrase. */
  readonly when: string;
  readonly needs?: readonly Capability[];
  readonly provoke: (probe: Probe) => Promise<ServiceResponse>;
}

const REPEATED_ID = '0190f3c4-5b6a-7c8d-9e0f-1a2b3c4d5e6f';

/** Errors that can be provoked without sending, or with messages that are cancelled immediately. */
export const REFUSALS: readonly Refusal[] = [
  {
    code: 'invalid_key',
    when: 'an unknown key',
    provoke: (probe) => probe.call('batches.listPending', { key: UNKNOWN_KEY }),
  },
  {
    code: 'invalid_json',
    when: 'a body that is not JSON',
    provoke: (probe) => probe.call('messages.send', { text: '{"messages": [' }),
  },
  {
    code: 'invalid_request',
    when: 'a message without a destination',
    provoke: (probe) => probe.dryRun({ messages: [probe.message({ to: undefined })] }),
  },
  {
    code: 'sender_not_owned',
    when: 'a sender ID that the account does not own',
    provoke: (probe) =>
      probe.dryRun({ messages: [probe.message({ from: { type: 'custom', value: 'NOTMINE0000' } })] }),
  },
  {
    code: 'duplicate_id',
    when: 'an id that two messages have',
    provoke: (probe) =>
      probe.dryRun({ messages: [probe.message({ id: REPEATED_ID }), probe.message({ id: REPEATED_ID })] }),
  },
  {
    code: 'multipart_not_allowed',
    when: 'a text of two units with allowMulti=false',
    needs: ['sender'],
    provoke: (probe) => probe.dryRunBatch(probe.batch({ message: 'x'.repeat(161) }), { allowMulti: 'false' }),
  },
  {
    code: 'batch_not_found',
    when: 'a batch that does not exist',
    provoke: (probe) => probe.call('batches.receipts', { path: { batchUuid: UNKNOWN_UUID } }),
  },
  {
    code: 'batch_not_pending',
    when: 'cancelling a batch that was sent',
    needs: ['sending'],
    provoke: async (probe) => {
      const { batchUuid } = await sendOne(probe, { send_at: undefined });
      return probe.call('batches.cancel', { path: { batchUuid } });
    },
  },
  {
    code: 'account_not_found',
    when: 'an account that does not exist',
    needs: ['organization-key'],
    provoke: (probe) => probe.call('accounts.update', { path: { accountUuid: UNKNOWN_UUID }, body: {} }),
  },
  {
    code: 'insufficient_credits',
    when: 'a message of an account without credits',
    needs: ['sending', 'organization-key'],
    provoke: (probe) =>
      withAccount(probe, async ({ apiKey: key }) => {
        const messages = [probe.message({ from: { type: 'shared' } })];
        const response = await probe.call('messages.send', { key, body: { messages } });
        for (const batchUuid of batchesIn(response.body))
          await probe.call('batches.cancel', { key, path: { batchUuid } });
        return response;
      }),
  },
  {
    code: 'not_found',
    when: 'a path without an operation',
    provoke: (probe) => probe.send('GET', '/conformance', { key: probe.target.keys.accountKey }),
  },
  {
    code: 'method_not_allowed',
    when: 'a method that the path does not take',
    provoke: (probe) => probe.send('PUT', '/message', { key: probe.target.keys.accountKey, body: {} }),
  },
];
