import { countUnits } from '@messaging-service/contract';
import type { MockCall } from './mock-calls.ts';
import { type MockFailure, refuse } from './mock-failures.ts';

/** The content that a send would queue, of one message or of a batch. */
interface Sending {
  readonly isDryRun: boolean;
  readonly ids: readonly (string | undefined)[];
  /** Custom sender IDs. */
  readonly senders: readonly string[];
  readonly isTooLong: boolean;
}

/**
 * Creates the checks that a service applies to a valid request.
 *
 * @param owned - The sender IDs that the account owns. Default: all.
 * @returns A function that returns the refusal of a call; undefined if the call is not refused.
 */
export function createRefusals(owned?: readonly string[]): (call: MockCall) => MockFailure | undefined {
  const used = new Set<string>();
  return (call) => {
    const sending = describeSending(call);
    if (sending === undefined) return undefined;
    const { isDryRun, senders, isTooLong } = sending;
    if (isTooLong) return refuse('multipart_not_allowed');
    if (owned !== undefined && senders.some((sender) => !owned.includes(sender)))
      return refuse('sender_not_owned');
    const ids = sending.ids.filter((id) => id !== undefined).map((id) => id.toLowerCase());
    if (new Set(ids).size < ids.length || ids.some((id) => used.has(id))) return refuse('duplicate_id');
    if (!isDryRun) for (const id of ids) used.add(id);
    return undefined;
  };
}

function describeSending({ operation, query, body }: MockCall): Sending | undefined {
  switch (operation) {
    case 'messages.send': {
      const custom = body.messages.map(({ from }) => from).filter(({ type }) => type === 'custom');
      return {
        isDryRun: query.isDryrun === true,
        ids: body.messages.map(({ id }) => id),
        senders: custom.map(({ value }) => `${value}`),
        isTooLong: false,
      };
    }
    case 'batches.send':
      return {
        isDryRun: query.isDryrun === true,
        ids: [body.uuid],
        senders: [body.from],
        isTooLong: query.allowMulti === false && countUnits(body.message).units > 1,
      };
    default:
      return undefined;
  }
}
