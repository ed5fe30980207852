import { describe, expect, test } from 'vitest';
import { copyForeignError, innermostMessage, neverLeft } from '../src/foreign-error.ts';

const asIs = (text: string) => text;
const coded = (code: string, syscall?: string) => Object.assign(new Error(code), { code, syscall });
const fetchFailed = (cause: unknown) => new TypeError('fetch failed', { cause });

describe('which failures prove that a request never left', () => {
  test.for([
    ['refused', fetchFailed(coded('ECONNREFUSED', 'connect'))],
    ['no such name', fetchFailed(coded('ENOTFOUND', 'getaddrinfo'))],
    ['a name server that does not answer', fetchFailed(coded('EAI_AGAIN', 'getaddrinfo'))],
    ['a time-out of connecting, by undici', fetchFailed(coded('UND_ERR_CONNECT_TIMEOUT'))],
    ['a time-out of connecting, by the system', fetchFailed(coded('ETIMEDOUT', 'connect'))],
    ['no route when connecting', fetchFailed(coded('EHOSTUNREACH', 'connect'))],
    ['refused, as Bun says it', coded('ConnectionRefused')],
    [
      'refused, as Deno says it',
      fetchFailed(
        new Error(
          'error sending request for url (http://127.0.0.1:9/): client error (Connect): tcp connect error',
        ),
      ),
    ],
    [
      'all addresses failed',
      fetchFailed(new AggregateError([coded('ETIMEDOUT', 'connect'), coded('ENETUNREACH', 'connect')])),
    ],
  ] as const)('%s', ([, error]) => {
    expect(neverLeft(error)).toBe(true);
  });

  test.for([
    ['reset', fetchFailed(coded('ECONNRESET', 'read'))],
    ['closed by the other side', fetchFailed(coded('UND_ERR_SOCKET'))],
    [
      'closed by the other side, as Deno says it',
      fetchFailed(
        new Error(
          'error sending request from 127.0.0.1:8 for http://127.0.0.1:9/: client error (SendRequest)',
        ),
      ),
    ],
    ['no route in the middle of it', fetchFailed(coded('EHOSTUNREACH', 'read'))],
    [
      'one address of several took it',
      new AggregateError([coded('ETIMEDOUT', 'connect'), coded('EPIPE', 'write')]),
    ],
    ['nothing is known', new Error('lost')],
    ['not even an error', undefined],
  ] as const)('but not: %s', ([, error]) => {
    expect(neverLeft(error)).toBe(false);
  });
});

describe('copies of foreign errors', () => {
  test('keep name, message, stack, code and causes, and nothing else', () => {
    const inner = Object.assign(coded('ECONNRESET', 'read'), { request: { url: 'https://a.test?key=k' } });
    const copy = copyForeignError(fetchFailed(inner), asIs);
    expect(copy).toMatchObject({ name: 'TypeError', message: 'fetch failed' });
    expect(copy.stack).toContain('foreign-error.test.ts');
    expect(copy.cause).toMatchObject({ name: 'Error', message: 'ECONNRESET', code: 'ECONNRESET' });
    expect(Object.keys(copy.cause as Error)).toEqual(['code']);
    expect(innermostMessage(copy)).toBe('ECONNRESET');
  });

  test('leave out the wrapper of ky, which holds the request', () => {
    const wrapper = Object.assign(new Error('GET https://a.test?key=k', { cause: new Error('lost') }), {
      name: 'NetworkError',
    });
    expect(copyForeignError(wrapper, asIs).message).toBe('lost');
  });

  test('end, where causes go round in circles', () => {
    const error = new Error('round');
    error.cause = error;
    expect(innermostMessage(copyForeignError(error, asIs))).toBe('round');
    expect(neverLeft(error)).toBe(false);
    const wrapper = Object.assign(new Error('wrapped'), { name: 'NetworkError' });
    wrapper.cause = wrapper;
    expect(copyForeignError(wrapper, asIs)).toBeInstanceOf(Error);
  });
});
