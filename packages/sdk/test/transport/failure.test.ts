import { describe, expect, test } from 'vitest';
import { classifyFailure } from '../../src/transport/failure.ts';

const coded = (code: string, syscall?: string) => Object.assign(new Error(code), { code, syscall });
const fetchFailed = (cause: unknown) => new TypeError('fetch failed', { cause });

describe('which failures prove that a request was never sent', () => {
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
    ['a host that the program may not call, as Deno says it', coded('EPERM', 'getaddrinfo')],
    [
      'a TLS handshake with a service that speaks HTTP/2 alone',
      fetchFailed(coded('ERR_SSL_TLSV1_ALERT_NO_APPLICATION_PROTOCOL')),
    ],
    [
      'a TLS handshake that failed, as Bun says it',
      Object.assign(new TypeError('EPROTO: The TLS handshake failed.'), { code: 'EPROTO' }),
    ],
  ] as const)('%s', ([, error]) => {
    expect(classifyFailure(error).sent).toBe('no');
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
    expect(classifyFailure(error).sent).toBe('maybe');
  });
});
