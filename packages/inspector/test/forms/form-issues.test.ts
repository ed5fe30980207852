import { expect, test } from 'vitest';
import { forControls } from '../../src/forms/form-issues.ts';

test('an issue is shown at the control that is named like the end of its path', () => {
  const names = ['to', 'body', 'schedule', 'paid_credits.negative_limit'];
  const issues = [
    { path: 'messages[0].to', message: 'must be a number' },
    { path: 'schedule', message: 'must have five fields' },
    { path: 'paid_credits.negative_limit', message: 'must be negative.' },
  ];
  expect(forControls(issues, names)).toEqual({
    to: 'Must be a number.',
    schedule: 'Must have five fields.',
    'paid_credits.negative_limit': 'Must be negative.',
  });
});

test('an issue inside a value is shown at the control of the value, together with others', () => {
  const issues = [
    { path: 'destinations[0]', message: 'must be digits' },
    { path: 'destinations[3]', message: 'must be digits, too' },
  ];
  expect(forControls(issues, ['destinations'])).toEqual({
    destinations: 'Must be digits. Must be digits, too.',
  });
});

test('an issue without a control is shown at none', () => {
  const issues = [{ path: 'url', message: 'must be a URL' }];
  expect(forControls(issues, ['callback'])).toEqual({});
});
