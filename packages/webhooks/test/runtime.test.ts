import { throwing } from '@messaging-service/test-support';
import { signSync } from '@messaging-service/webhooks';
import { beforeEach, expect, test, vi } from 'vitest';
import { corpus } from './corpus.ts';
import { headersOf } from './requests.ts';
import { inboundMessage, SECRET, SENT_AT } from './samples.ts';

const BODY = JSON.stringify({ ...inboundMessage, message: 'Ναι 👍' });
const request = { body: BODY, headers: headersOf(BODY) };
const options = { secrets: SECRET, now: SENT_AT };

beforeEach(() => {
  vi.resetModules();
});

/** The package in a runtime without some globals. */
async function loadWithout(...missing: string[]) {
  for (const name of missing) vi.stubGlobal(name, undefined);
  return import('@messaging-service/webhooks');
}

test('verify and sign need neither Buffer nor process', async () => {
  const { sign, verify } = await loadWithout('Buffer', 'process');
  expect(await verify(request, options)).toMatchObject({ payload: { message: 'Ναι 👍' } });
  const { timestamp, environment } = request.headers as { timestamp: string; environment: string };
  expect(await sign({ body: BODY, secret: SECRET, timestamp, environment })).toEqual(request.headers);
});

test('verify does not need node:crypto', async () => {
  const asked = vi.spyOn(process, 'getBuiltinModule').mockReturnValue(undefined);
  const { verify } = await loadWithout();
  expect(await verify(request, options)).toMatchObject({ verified: true });
  expect(asked).not.toHaveBeenCalled();
});

test('verifySync needs no Web Crypto', async () => {
  const { verifySync } = await loadWithout('crypto');
  expect(verifySync(request, options)).toMatchObject({ verified: true });
});

test('a function whose cryptography is missing fails with unsupported_runtime', async () => {
  const { verify, verifySync } = await loadWithout('process', 'crypto');
  const error: unknown = expect.objectContaining({ code: 'unsupported_runtime' });
  expect(() => verifySync(request, options)).toThrow(error);
  await expect(verify(request, options)).rejects.toEqual(error);
});

test('verifySync fails with unsupported_runtime where an edge runtime forbids to load built-in modules', async () => {
  const refusal = new Error('A Node.js API is used which is not supported in the Edge Runtime');
  vi.spyOn(process, 'getBuiltinModule').mockImplementation(throwing(refusal));
  const { verifySync } = await loadWithout();
  expect(() => verifySync(request, options)).toThrow(
    expect.objectContaining({ code: 'unsupported_runtime' }) as Error,
  );
});

test('base64 without Buffer is the same, for every length and for large bodies', async () => {
  const large = Uint8Array.from({ length: 20_001 }, (_, index) => (index * 7919) % 256);
  const lengths = [0, 1, 2, 3].map((length) => large.subarray(0, length));
  const bodies = [...corpus.map(({ bytes }) => bytes), large, ...lengths];
  const input = { secret: SECRET, environment: 'test', timestamp: 1_767_259_800 };
  const expected = bodies.map((body) => signSync({ ...input, body }).signature);
  const { sign } = await loadWithout('Buffer');
  for (const [i, body] of bodies.entries())
    expect((await sign({ ...input, body })).signature).toBe(expected[i]);
});

test('a body without insignificant white space is signed once, not twice, before it is refused', async () => {
  const sign = vi.spyOn(crypto.subtle, 'sign');
  const { verify } = await loadWithout();
  await expect(verify({ ...request, body: '{"a b":1}' }, options)).rejects.toThrow('signature_mismatch');
  expect(sign).toHaveBeenCalledTimes(1);
});
