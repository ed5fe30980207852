import { list } from '@messaging-service/contract';
import * as z from 'zod/mini';
import { decidedBy } from './decided-by-schema.ts';
import type { SnapshotContent } from './snapshot.ts';
import { storedStateSchema } from './state-schema.ts';
import { counter, instant, receipt, uuid } from './values.ts';

/**
 * Version 6 has the number of earlier attempts as `after`, because an attempt by hand took the place of a planned one. It does
 * not matter any more: a snapshot has no jobs that were replaced.
 */
const attemptWebhook = z.pipe(
  z.strictObject({
    kind: z.literal('attempt-webhook'),
    deliveryId: uuid,
    byHand: z.optional(z.literal(true)),
    after: z.optional(counter),
  }),
  z.transform(({ after: _, ...rest }) => rest),
);

const job = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('send-batch'), batchUuid: uuid, seq: counter }),
  z.strictObject({
    kind: z.literal('resolve-messages'),
    messageUuids: list(uuid),
    delivered: z.boolean(),
    receipt,
    decidedBy: z.optional(decidedBy),
  }),
  attemptWebhook,
  z.strictObject({ kind: z.literal('run-schedule'), accountUuid: uuid, version: counter }),
]);

const word = z.int().check(z.refine((value) => value === (value | 0), 'must be a 32-bit number'));

/** The count of resets selects one of 2^32 sequences of identifiers. */
const LAST_RESET = 2 ** 31;

const contentSchema = z.strictObject({
  now: instant,
  seq: counter,
  resets: counter.check(z.refine((resets) => resets < LAST_RESET, `must be below ${LAST_RESET}`)),
  ids: z
    .tuple([word, word, word, word], 'must be four numbers')
    .check(z.refine((words) => words.some((value) => value !== 0), 'must not be zeros only')),
  initial: z.strictObject({ organizationUuid: uuid, accountUuids: list(uuid) }),
  agenda: list(z.tuple([instant, list(job)])),
  state: storedStateSchema,
});

/** A type as JSON has it: a member that can be undefined can be missing, and nothing is readonly. */
type AsJson<T> = T extends readonly [unknown, ...unknown[]]
  ? { -readonly [Place in keyof T]: AsJson<T[Place]> }
  : T extends readonly (infer Item)[]
    ? AsJson<Item>[]
    : T extends object
      ? { -readonly [Name in keyof T as undefined extends T[Name] ? never : Name]: AsJson<T[Name]> } & {
          -readonly [Name in keyof T as undefined extends T[Name] ? Name : never]?:
            | AsJson<T[Name]>
            | undefined;
        }
      : T;

type Described = AsJson<z.output<typeof contentSchema>>;
type Declared = AsJson<SnapshotContent>;

/** Does not exist when the description and the types differ, in either direction. */
type Agreed = [Described, Declared] extends [Declared, Described] ? z.ZodMiniType<SnapshotContent> : never;

/**
 * The description of a snapshot at run time. It does not compile if it differs from the types of the state. These are not
 * inferred from it, because the published declarations would then need zod.
 */
export const snapshotContentSchema: Agreed = contentSchema as unknown as z.ZodMiniType<SnapshotContent>;
