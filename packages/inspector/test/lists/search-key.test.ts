import { beforeEach, expect, test, vi } from 'vitest';
import { isPlainKey } from '../../src/lists/use-keys.ts';

/** An element, as far as the page asks which one it is. */
class FakeElement {
  readonly #name: string;

  constructor(name: string) {
    this.#name = name;
  }

  matches(selectors: string): boolean {
    return selectors.split(', ').includes(this.#name);
  }
}

beforeEach(() => {
  vi.stubGlobal('Element', FakeElement);
  return () => vi.unstubAllGlobals();
});

const press = (members: object, target: unknown = new FakeElement('body')) =>
  isPlainKey(
    {
      key: '/',
      ctrlKey: false,
      metaKey: false,
      altKey: false,
      target,
      ...members,
    } as unknown as KeyboardEvent,
    '/',
  );

test('the key / leads to the search, also where no element has the focus', () => {
  expect(press({})).toBe(true);
  expect(press({}, null)).toBe(true);
  expect(press({}, new FakeElement('button'))).toBe(true);
});

test.each(['input', 'textarea', 'select'])('in %s the key writes a slash', (name) => {
  expect(press({}, new FakeElement(name))).toBe(false);
});

test.each(['ctrlKey', 'metaKey', 'altKey'])('with %s the key belongs to the browser', (modifier) => {
  expect(press({ [modifier]: true })).toBe(false);
});

test('no other key leads to the search', () => {
  for (const key of ['?', 'k', 'Enter', '7']) expect(press({ key })).toBe(false);
});
