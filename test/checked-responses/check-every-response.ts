/**
 * Fails every test in which an emulator returns a response that docs/openapi.yaml or docs/control-api.yaml does not
 * describe.
 */
import { afterEach, expect } from 'vitest';
import { mismatches } from './watched-apis.ts';

afterEach(() => {
  expect(mismatches.splice(0)).toEqual([]);
});
