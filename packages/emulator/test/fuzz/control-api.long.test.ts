import { messageRequest } from '@messaging-service/test-support';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import type { Endpoint } from '../../src/control-api/endpoint.ts';
import { SERVICE_ENDPOINTS } from '../../src/control-api/endpoints.ts';
import { sharedServer } from '../server-process.ts';
import { type FuzzedRequest, type Operation, requests } from './request.ts';
import { checkAnswer, checkLedger, fuzz, send, stateOf } from './run.ts';
import { type Schema, valuesOf } from './values.ts';

const server = sharedServer({ config: { webhooks: { timeout: '500ms', retryDelays: [] } } });

/** The values that a zod schema accepts, as a JSON Schema; schemas without a counterpart accept anything. */
function asJsonSchema(schema: z.ZodMiniType): Schema {
  return z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Schema;
}

function operation({ method, path, query, body }: Endpoint, accountUuid: string): Operation {
  return {
    method,
    path: `/_emulator${path}`,
    params: fc.oneof(fc.constantFrom(accountUuid, '447700900001', 'fault-1', '1'), fc.uuid()),
    query: valuesOf(asJsonSchema(query), {}),
    body: body === null || body === 'free' ? undefined : valuesOf(asJsonSchema(body), {}),
  };
}

/** A wait without a timeout would make the fuzz wait. */
function impatient(request: FuzzedRequest): FuzzedRequest {
  const { target } = request;
  if (!/\/messages\/wait(\?|$)/.test(target) || target.includes('timeout=')) return request;
  return { ...request, target: `${target}${target.includes('?') ? '&' : '?'}timeout=20` };
}

/** A reset does not delete sandboxes. */
async function deleteSandboxes(): Promise<void> {
  const { body } = await server().control<{ sandboxes: { id: string }[] }>('GET /sandboxes');
  for (const { id } of body.sandboxes) await server().control(`DELETE /sandboxes/${id}`);
}

test('no request of the control API results in 5xx, hangs, or has an effect when it is refused', async () => {
  let answered = 0;
  let accepted = 0;
  const sandboxes: Operation = {
    method: 'POST',
    path: '/_emulator/sandboxes',
    params: fc.constant(''),
    query: fc.constant({}),
    body: fc.record({ seed: fc.nat(), clock: fc.constantFrom('virtual', 'system') }, { requiredKeys: [] }),
  };
  // Streams do not end, and moves of the clock would wait for followers that never report.
  const all = SERVICE_ENDPOINTS.filter(
    ({ path, answer }) => answer !== 'events' && !path.startsWith('/followers'),
  ).map((row) => operation(row, server().accountUuid));
  await fuzz(requests([...all, sandboxes]), async (sequence) => {
    await server().control('POST /reset', {});
    await server().api('POST /message', messageRequest());
    for (const [index, request] of sequence.entries()) {
      const sampled = index % 3 === 0;
      const before = sampled ? await stateOf(server()) : '';
      const asked = impatient(request);
      const answer = await send(server().url, asked);
      checkAnswer(asked, answer);
      if (sampled && answer.status >= 400) expect(await stateOf(server())).toBe(before);
      answered++;
      if (answer.status < 300) accepted++;
    }
    await server().control('DELETE /faults');
    await deleteSandboxes();
    await checkLedger(server());
    expect((await server().control('GET /health')).status).toBe(200);
  });
  process.stdout.write(`${answered} requests of the control API, ${accepted} of them accepted\n`);
  expect(accepted).toBeGreaterThan(answered / 20);
});
