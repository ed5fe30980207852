/**
 * Fails every test in which an emulator gives an answer that docs/openapi.yaml does not describe. Costs nothing where
 * no emulator answers.
 */
import { afterEach, expect, inject, vi } from 'vitest';

const mismatches: string[] = [];

vi.mock(import('../packages/emulator/src/http/public/exchange.ts'), async (importOriginal) => {
  const original = await importOriginal();
  const { AnswerChecker } = await import('../tools/openapi/answer-checker.ts');
  const checker = new AnswerChecker(inject('openapi'));
  const exchange: typeof original.exchange = (core, request, options) => {
    const { status, body, ...answer } = original.exchange(core, request, options);
    const mismatch = checker.check({ ...request, status, body }, options.statuses);
    if (mismatch !== undefined) mismatches.push(mismatch);
    return { ...answer, status, body };
  };
  return { ...original, exchange };
});

afterEach(() => {
  expect(mismatches.splice(0)).toEqual([]);
});
