import { ERRORS, type ErrorCode } from '@messaging-service/contract';
import { withAccount } from '../probe/accounts.ts';
import { SHARED, sendOne } from '../probe/messages.ts';
import type { Probe } from '../probe/probe.ts';
import { UNKNOWN_KEY, UNKNOWN_UUID } from '../probe/unknown.ts';
import type { Capability } from '../service/capabilities.ts';
import type { ServiceResponse } from '../service/service-client.ts';
import { type Interpretation, type OpenPoint, undetectable } from './interpretation.ts';

const REPEATED_ID = '0190f3c4-5b6a-7c8d-9e0f-1a2b3c4d5e6f';

/** Open points about the HTTP statuses of errors. Only those that need permission to send queue a message. */
export const statuses: readonly OpenPoint[] = [
  status('invalid_key', 'an unknown key', (probe) => probe.call('batches.listPending', { key: UNKNOWN_KEY })),
  status('invalid_json', 'a body that is not JSON', (probe) =>
    probe.call('messages.send', { text: '{"messages": [' }),
  ),
  status('invalid_request', 'a message without a destination', (probe) =>
    probe.dryRun({ messages: [probe.message({ to: undefined })] }),
  ),
  status('sender_not_owned', 'a sender ID that the account does not own', (probe) =>
    probe.dryRun({ messages: [probe.message({ from: { type: 'custom', value: 'NOTMINE0000' } })] }),
  ),
  status('duplicate_id', 'an id that two messages share', (probe) =>
    probe.dryRun({ messages: [probe.message({ id: REPEATED_ID }), probe.message({ id: REPEATED_ID })] }),
  ),
  status(
    'multipart_not_allowed',
    'a text of two units with allowMulti=false',
    (probe) => probe.dryRunBatch(probe.batch({ message: 'x'.repeat(161) }), { allowMulti: 'false' }),
    ['sender'],
  ),
  status('batch_not_found', 'a batch that does not exist', (probe) =>
    probe.call('batches.receipts', { path: { batchUuid: UNKNOWN_UUID } }),
  ),
  status('batch_not_pending', 'cancelling a batch that was sent', cancelSent, ['sending']),
  status(
    'account_not_found',
    'an account that does not exist',
    (probe) => probe.call('accounts.update', { path: { accountUuid: UNKNOWN_UUID }, body: {} }),
    ['organization-key'],
  ),
  status('insufficient_credits', 'a message of an account without credits', sendWithoutCredits, [
    'sending',
    'organization-key',
  ]),
  status('not_found', 'a path without an operation', (probe) =>
    probe.send('GET', '/conformance', { key: probe.target.keys.accountKey }),
  ),
  status('method_not_allowed', 'a method that the path does not take', (probe) =>
    probe.send('PUT', '/message', { key: probe.target.keys.accountKey, body: {} }),
  ),
  undetectable(
    statusOf('shared_sender_unavailable', 'an exhausted pool'),
    'every shared sender ID would have to be used up',
  ),
  undetectable(
    statusOf('payload_too_large', 'a body that is too large'),
    'a live service should not be tested with huge bodies',
  ),
  undetectable(
    statusOf('service_unavailable', 'a request during an outage'),
    'an outage of the service cannot be caused from outside',
  ),
];

/** An open point about a request that the service is expected to refuse with an error code. */
function status(
  code: ErrorCode,
  when: string,
  provoke: (probe: Probe) => Promise<ServiceResponse>,
  needs: readonly Capability[] = [],
): OpenPoint {
  return {
    ...statusOf(code, when),
    needs,
    detect: async (probe) => interpretStatus(code, await provoke(probe)),
  };
}

function statusOf(code: ErrorCode, when: string) {
  return {
    id: `statuses.${code}`,
    clause: 'ERR-2',
    question: `Which status does ${when} get?`,
  };
}

async function cancelSent(probe: Probe): Promise<ServiceResponse> {
  const { batchUuid } = await sendOne(probe, { send_at: undefined });
  return probe.call('batches.cancel', { path: { batchUuid } });
}

function sendWithoutCredits(probe: Probe): Promise<ServiceResponse> {
  return withAccount(probe, ({ apiKey }) =>
    probe.sendFarAhead({ messages: [probe.message({ from: SHARED })] }, apiKey),
  );
}

function interpretStatus(code: ErrorCode, { status: shown }: ServiceResponse): Interpretation {
  if (shown >= 200 && shown < 300)
    return {
      interpretation: `It is accepted (${shown}); the emulator refuses it as ${code}.`,
      differs: true,
    };
  const { status: standard } = ERRORS[code];
  if (shown === standard) return { interpretation: `${shown}, as in the emulator.` };
  const isConfigurable = shown >= 400 && shown <= 599;
  return {
    interpretation: `${shown}; the emulator's default is ${standard}.`,
    config: isConfigurable ? { statuses: { [code]: shown } } : undefined,
    differs: true,
  };
}
