import { TransportError } from '@messaging-service/sdk';
import { copyForeignError, innermostMessage } from '@messaging-service/sdk/core';
import { describe, expect, test } from 'vitest';

const asIs = (text: string) => text;
const coded = (code: string, syscall?: string) => Object.assign(new Error(code), { code, syscall });
const fetchFailed = (cause: unknown) => new TypeError('fetch failed', { cause });

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

  test('leave out the wrapper of a transport that repeats the error inside it', () => {
    const wrapper = new TransportError('lost', { sent: 'maybe', cause: new Error('lost') });
    expect(copyForeignError(wrapper, asIs)).toMatchObject({ name: 'Error', message: 'lost' });
  });

  test('keep the wrapper of a transport that adds to the error inside it', () => {
    const wrapper = new TransportError('no proxy', { sent: 'no', cause: new Error('lost') });
    expect(copyForeignError(wrapper, asIs)).toMatchObject({
      message: 'no proxy',
      cause: { message: 'lost' },
    });
  });

  test('end, where causes are circular', () => {
    const error = new Error('round');
    error.cause = error;
    expect(innermostMessage(copyForeignError(error, asIs))).toBe('round');
  });
});
