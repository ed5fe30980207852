import { classifyFailure } from '@messaging-service/sdk/core';
import { describe, expect, test } from 'vitest';

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

/** The codes of the manual of Node ("X509 certificate error codes"), of its own checks, and those that only Bun has. */
const CERTIFICATE_CODES = `
  UNABLE_TO_GET_ISSUER_CERT UNABLE_TO_GET_CRL UNABLE_TO_DECRYPT_CERT_SIGNATURE UNABLE_TO_DECRYPT_CRL_SIGNATURE
  UNABLE_TO_DECODE_ISSUER_PUBLIC_KEY CERT_SIGNATURE_FAILURE CRL_SIGNATURE_FAILURE CERT_NOT_YET_VALID
  CERT_HAS_EXPIRED CRL_NOT_YET_VALID CRL_HAS_EXPIRED ERROR_IN_CERT_NOT_BEFORE_FIELD
  ERROR_IN_CERT_NOT_AFTER_FIELD ERROR_IN_CRL_LAST_UPDATE_FIELD ERROR_IN_CRL_NEXT_UPDATE_FIELD
  DEPTH_ZERO_SELF_SIGNED_CERT SELF_SIGNED_CERT_IN_CHAIN UNABLE_TO_GET_ISSUER_CERT_LOCALLY
  UNABLE_TO_VERIFY_LEAF_SIGNATURE CERT_CHAIN_TOO_LONG CERT_REVOKED INVALID_CA PATH_LENGTH_EXCEEDED
  INVALID_PURPOSE CERT_UNTRUSTED CERT_REJECTED HOSTNAME_MISMATCH UNSPECIFIED ERR_TLS_CERT_ALTNAME_INVALID
  ERR_TLS_CERT_ALTNAME_FORMAT ERR_TLS_CERT_SIGNATURE_ALGORITHM_UNSUPPORTED
  UNKNOWN_CERTIFICATE_VERIFICATION_ERROR EE_KEY_TOO_SMALL CA_MD_TOO_WEAK IP_ADDRESS_MISMATCH
  ERR_SSL_TLSV1_ALERT_UNKNOWN_CA ERR_SSL_SSLV3_ALERT_BAD_CERTIFICATE ERR_SSL_SSLV3_ALERT_CERTIFICATE_EXPIRED
  ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED
`
  .trim()
  .split(/\s+/);

describe('which failures every attempt meets, so that one is enough', () => {
  test.for(CERTIFICATE_CODES)('a certificate that is not accepted: %s', (code) => {
    for (const error of [
      coded(code),
      fetchFailed(coded(code)),
      new AggregateError([coded(code), coded(code)]),
    ])
      expect(classifyFailure(error)).toMatchObject({ sent: 'no', permanent: true });
  });

  test.for([
    ['a certificate, as Deno says it', fetchFailed(new Error('invalid peer certificate: UnknownIssuer'))],
    [
      'a certificate, as workerd says it',
      new Error("TLS peer's certificate is not trusted; reason = self-signed"),
    ],
    ['a port without TLS', fetchFailed(coded('ERR_SSL_WRONG_VERSION_NUMBER'))],
    ['a version of TLS that is too old', fetchFailed(coded('ERR_SSL_UNSUPPORTED_PROTOCOL'))],
    ['a key that is too weak', fetchFailed(coded('ERR_SSL_DH_KEY_TOO_SMALL'))],
    ['a URL that is not valid', coded('ERR_INVALID_URL')],
    ['a host that the program may not call', coded('ERR_ACCESS_DENIED')],
    ['a host that the program may not call, in Deno', Object.assign(new Error('no'), { name: 'NotCapable' })],
    [
      'a proxy that does not allow the host',
      fetchFailed(new Error('Proxy response (403) !== 200 when HTTP Tunneling')),
    ],
  ] as const)('%s', ([, error]) => {
    expect(classifyFailure(error)).toMatchObject({ sent: 'no', permanent: true });
  });

  test.for([
    ['refused', fetchFailed(coded('ECONNREFUSED', 'connect'))],
    ['no such name', fetchFailed(coded('ENOTFOUND', 'getaddrinfo'))],
    ['a proxy that fails', fetchFailed(new Error('Proxy response (502) !== 200 when HTTP Tunneling'))],
    ['reset', fetchFailed(coded('ECONNRESET', 'read'))],
    [
      'one address of two has a wrong certificate',
      new AggregateError([coded('CERT_HAS_EXPIRED'), coded('ECONNREFUSED')]),
    ],
  ] as const)('but not: %s', ([, error]) => {
    expect(classifyFailure(error).permanent).toBe(false);
  });
});
