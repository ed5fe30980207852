import { type Served, serve } from '@messaging-service/test-support';
import fc from 'fast-check';
import { expect } from 'vitest';
import type { FuzzedRequest } from './request.ts';

/** How long the responses of a healthy server may take on a busy machine. */
const HANG_MS = 15_000;

/** Another seed explores other requests: `FUZZ_SEED=7 npx vitest run --project long`. A failure names the one that it needs. */
const SEED = Number(process.env.FUZZ_SEED ?? 20_260_101);

/** The duration of one fuzz, in milliseconds. */
const BUDGET_MS = Number(process.env.FUZZ_MS ?? 20_000);

/** The response. */
export interface FuzzedAnswer {
  readonly status: number;
  readonly body: string;
}

/** Serves an emulator for the requests of a fuzz. */
export function serveForFuzz(): Promise<Served> {
  return serve({ now: '2026-01-01T09:00Z', webhooks: { timeout: '500ms', retryDelays: [] } });
}

/** Sends a request and reads the response; of a stream without end, the status only. */
export async function send(
  baseUrl: string,
  { method, target, headers, body }: FuzzedRequest,
): Promise<FuzzedAnswer> {
  const response = await fetch(`${baseUrl}${target}`, {
    method,
    headers,
    redirect: 'manual',
    signal: AbortSignal.timeout(HANG_MS),
    ...(body === undefined || method === 'GET' || method === 'HEAD' ? {} : { body }),
  });
  if (response.headers.get('content-type') === 'text/event-stream') {
    await response.body?.cancel();
    return { status: response.status, body: '' };
  }
  return { status: response.status, body: await response.text() };
}

/** A refusal has the documented shape, and nothing is the server's fault. */
export function checkAnswer(request: FuzzedRequest, { status, body }: FuzzedAnswer): void {
  const asked = `${request.method} ${request.target.slice(0, 300)} ${String(request.body).slice(0, 500)}`;
  expect(status, `${asked}: ${body.slice(0, 500)}`).toBeLessThan(500);
  if (status < 400 || request.method === 'HEAD') return;
  expect(JSON.parse(body), asked).toEqual({
    error: {
      code: expect.stringMatching(/^[a-z][a-z_]*$/),
      message: expect.any(String),
      ...(body.includes('"issues"') ? { issues: expect.any(Array) } : {}),
    },
  });
}

/** The accounts and messages of a server, as text, which a refused call must not change. */
export async function stateOf({ control }: Served): Promise<string> {
  const [messages, accounts] = await Promise.all([
    control('GET /messages?limit=1000'),
    control('GET /accounts'),
  ]);
  return JSON.stringify([messages.body, accounts.body]);
}

interface Accounts {
  readonly accounts: readonly {
    readonly credits: number;
    readonly held_credits: number;
    readonly paid_credits: { readonly remaining: number };
    readonly packaged_credits: { readonly remaining: number };
  }[];
}

/** Every balance is paid plus packaged minus held. */
export async function checkLedger({ api }: Served): Promise<void> {
  const { body } = await api<Accounts>('GET /account');
  for (const { credits, held_credits, paid_credits, packaged_credits } of body.accounts)
    expect(credits).toBe(paid_credits.remaining + packaged_credits.remaining - held_credits);
}

/**
 * Runs sequences of requests, each from a fresh state, until the time is up; a failure is shrunk and names its seed.
 */
export async function fuzz(
  request: fc.Arbitrary<FuzzedRequest>,
  runSequence: (requests: readonly FuzzedRequest[]) => Promise<void>,
): Promise<void> {
  await fuzzValues(fc.array(request, { minLength: 1, maxLength: 12 }), runSequence);
}

/** Tries values until the time is up; a failure is shrunk and names its seed. */
async function fuzzValues<Value>(
  values: fc.Arbitrary<Value>,
  attempt: (value: Value) => Promise<void>,
): Promise<void> {
  await fc.assert(fc.asyncProperty(values, attempt), {
    seed: SEED,
    numRuns: 100_000,
    plugins: [fc.interruptAfterTimeLimit(BUDGET_MS)],
  });
}
