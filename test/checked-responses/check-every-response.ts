/**
 * Fails every test in which an emulator returns a response that docs/openapi.yaml or docs/control-api.yaml does not
 * describe. Tests without an emulator are not affected.
 */
import { afterEach, expect, vi } from 'vitest';
import { mismatches } from './mismatches.ts';

vi.mock(import('../../packages/emulator/src/public-api/exchange.ts'), async (importOriginal) => {
  const original = await importOriginal();
  const { checkResponse } = await import('./response-check.ts');
  const exchange: typeof original.exchange = (core, request, options) => {
    const { status, body, ...answer } = original.exchange(core, request, options);
    checkResponse('openapi', { ...request, status, body }, options.statuses);
    return { ...answer, status, body };
  };
  return { ...original, exchange };
});

vi.mock(import('../../packages/emulator/src/control-api/control.ts'), async (importOriginal) => {
  const original = await importOriginal();
  const { checkResponse } = await import('./response-check.ts');
  const { CONTROL_PREFIX } = await import('../../packages/emulator/src/http/control-path.ts');
  class CheckedControl extends original.Control {
    override async handle(
      request: Parameters<InstanceType<typeof original.Control>['handle']>[0],
    ): Promise<Awaited<ReturnType<InstanceType<typeof original.Control>['handle']>>> {
      const reply = await super.handle(request);
      if (!('body' in reply) || reply.headers['content-type'] !== 'application/json') return reply;
      const below = request.url.slice(CONTROL_PREFIX.length);
      const url = below.replace(/^\/sandboxes\/[^/?]+(?=\/)/, '');
      // A call below a sandbox that does not exist is refused like a call of the sandbox.
      if (url !== below && reply.status === 404) return reply;
      checkResponse('controlApi', { ...request, url, status: reply.status, body: reply.body });
      return reply;
    }
  }
  return { ...original, Control: CheckedControl };
});

afterEach(() => {
  // A test that replaces the timers must not do so for the test files that run after it in the same process.
  vi.useRealTimers();
  expect(mismatches.splice(0)).toEqual([]);
});
