import fc from 'fast-check';
import { expect, test } from 'vitest';
import { forControls } from '../../src/forms/form-issues.ts';

const name = fc.constantFrom('to', 'body', 'from', 'value', 'paid_credits', 'negative_limit', 'messages');

/** A path as the service writes it, such as `messages[0].from.value`. */
const path = fc
  .array(fc.tuple(name, fc.option(fc.nat({ max: 9 }))), { minLength: 1, maxLength: 4 })
  .map((segments) => segments.map(([one, index]) => `${one}${index === null ? '' : `[${index}]`}`).join('.'));

test('every issue is shown once, at a control whose path is a part of the path of the issue, or nowhere', () => {
  const issues = fc.array(fc.record({ path, message: fc.stringMatching(/^[a-z]{3,12}$/) }), { maxLength: 6 });
  const controls = fc.uniqueArray(
    fc.array(name, { minLength: 1, maxLength: 2 }).map((names) => names.join('.')),
  );
  fc.assert(
    fc.property(issues, controls, (found, paths) => {
      const shown = forControls(found, paths);
      for (const [control, text] of Object.entries(shown)) {
        expect(paths).toContain(control);
        expect(text).toMatch(/^([A-Z][a-z]*\.\s?)+$/);
      }
      const sentences = Object.values(shown).flatMap((text) => text.split(' '));
      const places = found.filter((issue) => {
        const parts = `.${issue.path.replaceAll(/\[(\d+)\]/g, '.$1')}.`;
        return paths.some((control) => parts.includes(`.${control}.`));
      });
      expect(sentences).toHaveLength(places.length);
    }),
  );
});

test('of several controls that fit, the one with the longest path has the issue', () => {
  const issues = [{ path: 'paid_credits.negative_limit', message: 'must be whole' }];
  expect(forControls(issues, ['negative_limit', 'paid_credits.negative_limit', 'paid_credits'])).toEqual({
    'paid_credits.negative_limit': 'Must be whole.',
  });
});

test('a control whose name is only a part of a segment does not have the issue', () => {
  expect(forControls([{ path: 'total', message: 'is wrong' }], ['to'])).toEqual({});
});

test.each([
  ['must be whole', 'Must be whole.'],
  ['is it?', 'Is it?'],
  ['Stop!', 'Stop!'],
])('the message "%s" becomes the sentence "%s"', (message, sentence) => {
  expect(forControls([{ path: 'to', message }], ['to'])).toEqual({ to: sentence });
});
