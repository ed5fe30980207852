import { type Endpoint, endpoints } from '@messaging-service/contract';
import { SERVICE_ENDPOINTS } from '@messaging-service/server/core';
import { messageRequest, type Served } from '@messaging-service/test-support';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { type FuzzedRequest, type Operation, requests } from './request.ts';
import { checkAnswer, checkLedger, fuzz, send, serveForFuzz, stateOf } from './run.ts';
import { type Schema, valuesOf } from './values.ts';

/** The values that a zod schema accepts, as a JSON Schema; schemas without a counterpart accept anything. */
function valuesOfZod(schema: z.ZodMiniType): fc.Arbitrary<unknown> {
  return valuesOf(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Schema);
}

/** The operations of the public API, each with the key that it requires: any other would only test the check of the key. */
function publicOperations({ accountUuid, accountKey, organizationKey }: Served): Operation[] {
  return Object.values(endpoints)
    .flatMap((operations) => Object.values<Endpoint>(operations))
    .map(({ method, path, key, query, body }) => ({
      method,
      path,
      params: fc.oneof(fc.constant(accountUuid), fc.uuid()),
      query: valuesOfZod(query),
      body: body === null ? undefined : valuesOfZod(body),
      key: key === 'organization' ? organizationKey : accountKey,
    }));
}

/** The operations of the control API. Streams do not end, and moves of the clock would wait for followers that never report. */
function controlOperations({ accountUuid }: Served): Operation[] {
  const rows = SERVICE_ENDPOINTS.filter(
    ({ path, answer }) => answer !== 'events' && !path.startsWith('/followers'),
  );
  const sandboxes: Operation = {
    method: 'POST',
    path: '/_emulator/sandboxes',
    params: fc.constant(''),
    query: fc.constant({}),
    body: fc.record({ seed: fc.nat(), clock: fc.constantFrom('virtual', 'system') }, { requiredKeys: [] }),
  };
  const all = rows.map(({ method, path, query, body }) => ({
    method,
    path: `/_emulator${path}`,
    params: fc.oneof(fc.constantFrom(accountUuid, '447700900001', 'fault-1', '1'), fc.uuid()),
    query: valuesOfZod(query),
    body: body === null || body === 'free' ? undefined : valuesOfZod(body),
  }));
  return [...all, sandboxes];
}

/** A wait without a timeout would make the fuzz wait. */
function impatient(request: FuzzedRequest): FuzzedRequest {
  const { target } = request;
  if (!/\/messages\/wait(\?|$)/.test(target) || target.includes('timeout=')) return request;
  return { ...request, target: `${target}${target.includes('?') ? '&' : '?'}timeout=20` };
}

/** Removes what a reset leaves. */
async function clear({ control }: Served): Promise<void> {
  await control('DELETE /faults');
  const { body } = await control<{ sandboxes: { id: string }[] }>('GET /sandboxes');
  for (const { id } of body.sandboxes) await control(`DELETE /sandboxes/${id}`);
}

test.each([
  ['public', publicOperations],
  ['control', controlOperations],
])(
  'no request of the %s API results in 5xx, hangs, or has an effect when it is refused',
  async (api, operationsOf) => {
    let answered = 0;
    let accepted = 0;
    const served = await serveForFuzz();
    await fuzz(requests(operationsOf(served)), async (sequence) => {
      await served.control('POST /reset', {});
      await served.api('POST /message', messageRequest());
      for (const [index, request] of sequence.entries()) {
        const isSampled = index % 3 === 0;
        const before = isSampled ? await stateOf(served) : '';
        const asked = impatient(request);
        const answer = await send(served.server.url, asked);
        checkAnswer(asked, answer);
        if (isSampled && answer.status >= 400) expect(await stateOf(served)).toBe(before);
        answered++;
        if (answer.status < 300) accepted++;
      }
      await clear(served);
      await checkLedger(served);
    });
    process.stdout.write(`${answered} requests of the ${api} API, ${accepted} of them accepted\n`);
    expect(accepted).toBeGreaterThan(answered / 20);
  },
);
