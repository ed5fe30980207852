import * as z from 'zod/mini';
import { SNAPSHOT_VERSION, type Snapshot } from './snapshot.ts';

const entries = z.array(z.tuple([z.string(), z.unknown()]));
const records = z.array(z.looseObject({}));
const withUuid = z.array(z.looseObject({ uuid: z.string() }));

/**
 * Tells a snapshot from anything else. It is not a proof that its parts fit together: a snapshot is written by an
 * emulator, and a person who edits one keeps the pieces.
 */
export const snapshotSchema = z.looseObject({
  version: z.literal(SNAPSHOT_VERSION, `must be ${SNAPSHOT_VERSION}, the form this emulator reads`),
  now: z.number(),
  seq: z.int(),
  ids: z.tuple([z.number(), z.number(), z.number(), z.number()]),
  founded: z.looseObject({ organizationUuid: z.string(), accountUuids: z.array(z.string()) }),
  agenda: z.array(z.tuple([z.number(), z.array(z.looseObject({ kind: z.string() }))])),
  state: z.looseObject({
    organizations: withUuid,
    accounts: withUuid,
    principals: entries,
    senderOwners: entries,
    sharedSenders: z.array(z.string()),
    senderLocks: entries,
    assignedSenders: entries,
    batches: z.array(z.looseObject({ uuid: z.string(), messages: withUuid })),
    batchCount: z.int(),
    handsets: entries,
    notifications: withUuid,
    deliveries: records,
    carrier: z.looseObject({}),
  }),
}) as unknown as z.ZodMiniType<Snapshot>;
