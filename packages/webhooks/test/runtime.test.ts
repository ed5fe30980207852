import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { encodeBase64ByBtoa } from '../src/sign/encoding.ts';
import { corpus } from './corpus.ts';
import { headersOf } from './requests.ts';
import { inboundMessage, SECRET, SENT_AT } from './samples.ts';

const BODY = JSON.stringify({ ...inboundMessage, message: 'Ναι 👍' });
const request = { body: BODY, headers: headersOf(BODY) };
const options = { secrets: SECRET, now: SENT_AT };

beforeEach(() => {
  vi.resetModules();
});

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

/** The package in a runtime without some globals. */
async function loadWithout(...missing: string[]) {
  for (const name of missing) vi.stubGlobal(name, undefined);
  return import('../src/index.ts');
}

test('no source except the command imports a built-in module, so bundles for browsers and workers contain none', () => {
  const folder = fileURLToPath(new URL('../src/', import.meta.url));
  const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.ts') && !file.startsWith('cli'),
  );
  expect(sources.length).toBeGreaterThan(30);
  const imports = sources.flatMap(
    (file) => readFileSync(folder + file, 'utf8').match(/^import (?!type )[^;]*'(node:|crypto')/gm) ?? [],
  );
  expect(imports).toEqual([]);
});

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
  vi.spyOn(process, 'getBuiltinModule').mockImplementation(() => {
    throw new Error('A Node.js API is used which is not supported in the Edge Runtime');
  });
  const { verifySync } = await loadWithout();
  expect(() => verifySync(request, options)).toThrow(
    expect.objectContaining({ code: 'unsupported_runtime' }) as Error,
  );
});

test('the toBase64 of newer runtimes is used where there is no Buffer', async () => {
  const toBase64 = vi.fn<(this: Uint8Array) => string>(function () {
    return encodeBase64ByBtoa(this);
  });
  const bytes = Uint8Array.prototype as { toBase64?: unknown };
  const original = Object.getOwnPropertyDescriptor(bytes, 'toBase64');
  Object.defineProperty(bytes, 'toBase64', { value: toBase64, configurable: true });
  try {
    const { verify } = await loadWithout('Buffer');
    expect(await verify(request, options)).toMatchObject({ verified: true });
    expect(toBase64).toHaveBeenCalled();
  } finally {
    if (original === undefined) delete bytes.toBase64;
    else Object.defineProperty(bytes, 'toBase64', original);
  }
});

test('base64 without help from the runtime is the same, for every length and for large bodies', () => {
  const large = Uint8Array.from({ length: 20_001 }, (_, index) => (index * 7919) % 256);
  for (const bytes of [
    ...corpus.map((body) => body.bytes),
    large,
    ...[0, 1, 2, 3].map((n) => large.subarray(0, n)),
  ]) {
    expect(encodeBase64ByBtoa(bytes)).toBe(Buffer.from(bytes).toString('base64'));
  }
});

test('a key is imported once into Web Crypto, and again after a failure', async () => {
  const importKey = vi.spyOn(crypto.subtle, 'importKey');
  const { verify } = await loadWithout();
  importKey.mockRejectedValueOnce(new Error('busy'));
  await expect(verify(request, options)).rejects.toThrow('busy');
  for (let round = 0; round < 3; round++) await verify(request, options);
  expect(importKey).toHaveBeenCalledTimes(2);
});

test('the cache of keys is limited when every tenant has its own secret', async () => {
  const importKey = vi.spyOn(crypto.subtle, 'importKey');
  const { sign } = await loadWithout();
  const secrets = Array.from({ length: 1001 }, (_, index) => `secret ${index}`);
  for (const secret of [...secrets, 'secret 1000', 'secret 0']) {
    await sign({ body: '{}', secret, environment: 'test' });
  }
  expect(importKey).toHaveBeenCalledTimes(1002);
});

test('without Buffer, the base64 body of a Lambda event is still decoded', async () => {
  const body = Buffer.from(BODY).toString('base64');
  const { verify } = await loadWithout('Buffer');
  const event = await verify({ body, isBase64Encoded: true, headers: request.headers }, options);
  expect(event.payload).toMatchObject({ message: 'Ναι 👍' });
});

test('a body without insignificant white space is signed once, not twice, before it is refused', async () => {
  const sign = vi.spyOn(crypto.subtle, 'sign');
  const { verify } = await loadWithout();
  await expect(verify({ ...request, body: '{"a b":1}' }, options)).rejects.toThrow('signature_mismatch');
  expect(sign).toHaveBeenCalledTimes(1);
});
