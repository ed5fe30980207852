import { uuidSchema } from '@messaging-service/contract';
import { describe, expect, test, vi } from 'vitest';
import * as z from 'zod/mini';
import { lazy } from '../src/lazy.ts';

const UUID = '0190f3c4-5b6a-7c8d-9e0f-1a2b3c4d5e6f';

describe('a schema that is created when it is first used', () => {
  test('is created once, and not before', () => {
    const make = vi.fn(() => z.string());
    const schema = lazy(make);
    expect(make).not.toHaveBeenCalled();
    expect(z.safeParse(schema, 'text').success).toBe(true);
    expect(z.safeParse(schema, 1).success).toBe(false);
    expect(make).toHaveBeenCalledTimes(1);
  });

  test('can be a part of other schemas, which do not create it', () => {
    const make = vi.fn(() => z.optional(z.string()));
    const schema = z.strictObject({ name: lazy(make) });
    expect(make).not.toHaveBeenCalled();
    expect(z.safeParse(schema, {}).success).toBe(true);
    expect(z.safeParse(schema, { name: 1 }).success).toBe(false);
  });

  test('has the methods of a schema, and is an instance of its class', () => {
    const long = lazy(() => z.string()).check(z.minLength(3));
    expect(z.safeParse(long, 'ab').success).toBe(false);
    expect(z.safeParse(long, 'abc').success).toBe(true);
    expect(uuidSchema).toBeInstanceOf(z.ZodMiniString);
  });

  test('is known to libraries that accept every standard schema', async () => {
    expect('~standard' in uuidSchema).toBe(true);
    expect(await uuidSchema['~standard'].validate(UUID)).toEqual({ value: UUID });
    expect(await uuidSchema['~standard'].validate('1')).toHaveProperty('issues');
  });

  test('is written as JSON Schema like any other', () => {
    expect(z.toJSONSchema(z.strictObject({ id: lazy(() => z.int()) }))).toMatchObject({
      properties: { id: { type: 'integer' } },
      required: ['id'],
    });
  });
});
