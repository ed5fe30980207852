import { createEmulator, type Emulator, type FaultOptions } from '@messaging-service/emulator';
import { createMessagingClient } from '@messaging-service/sdk';

const ACCOUNT_KEY = '0123456789abcdef0123456789abcdef';
const ORGANIZATION_KEY = '00112233445566778899aabbccddeeff';
const UUID = '0190f3c4-5b6a-7c8d-9e0f-1a2b3c4d5e6f';
const SILENT_BATCH = '0190f3c4-5b6a-7c8d-9e0f-2b3c4d5e6f70';
const SCHEDULED_BATCH = '0190f3c4-5b6a-7c8d-9e0f-3c4d5e6f7081';

/** The service that docs/site/example-setup.md describes. */
export function createExampleService(): Emulator {
  return createEmulator({
    clock: 'system',
    organization: { apiKey: ORGANIZATION_KEY },
    accounts: [
      { name: 'Reception', apiKey: ACCOUNT_KEY, identifier: UUID, senders: ['DEMO'], credits: 1000 },
      { name: 'Surgery 7', apiKey: 'fedcba9876543210fedcba9876543210', credits: 1000 },
    ],
    webhooks: { fetch: () => Promise.resolve(new Response()) },
  });
}

/** The environment of the examples, which read the service and its keys from it. */
export function environmentOf(baseUrl: string): Readonly<Record<string, string>> {
  return {
    MESSAGING_BASE_URL: baseUrl,
    MESSAGING_ACCOUNT_KEY: ACCOUNT_KEY,
    MESSAGING_ORGANIZATION_KEY: ORGANIZATION_KEY,
  };
}

/** Brings the service into the state that the document describes. */
export async function prepareService(service: Emulator): Promise<void> {
  service.reset();
  const { baseUrl, fetch } = service;
  const { batches } = createMessagingClient({ baseUrl, fetch, accountKey: ACCOUNT_KEY });
  const batch = { from: 'DEMO', message: 'We open at nine' };
  await batches.send({ ...batch, uuid: UUID, destinations: ['447700900123', '447700900822'] });
  await batches.send({ ...batch, uuid: SILENT_BATCH, destinations: ['447700900700'] });
  await batches.send({
    ...batch,
    uuid: SCHEDULED_BATCH,
    destinations: ['447700900123'],
    at: '2030-01-01T08:00Z',
  });
  await service.settle();
}

/** How the service fails in the examples of an error class, where it would not fail anyway. */
export const FAILURES: Readonly<Record<string, FaultOptions>> = {
  AbortError: { delay: 2000 },
  ApiError: { code: 'invalid_key' },
  ConflictError: { code: 'duplicate_id' },
  ConnectionError: { disconnect: true },
  InsufficientCreditsError: { code: 'insufficient_credits' },
  InvalidKeyError: { code: 'invalid_key' },
  InvalidRequestError: {
    status: 400,
    body: {
      error: {
        code: 'invalid_request',
        message: 'The request is invalid.',
        issues: [{ path: 'messages.0.body', message: 'must not be empty' }],
      },
    },
  },
  MessagingError: { disconnect: true, when: 'after' },
  RateLimitError: { status: 429, headers: { 'retry-after': '0.1' }, times: 9 },
  ResponseError: { code: 'invalid_key' },
  SendManyStoppedError: { code: 'invalid_key' },
  ServerError: { status: 500 },
  TimeoutError: { delay: 2000 },
  UnexpectedResponseError: { status: 200, body: '<html></html>' },
};
