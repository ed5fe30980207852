import type { ConversationLine } from '../api/types.ts';

/** The time of a message in its conversation. A message that was not sent has the time at which it is due. */
export function timeOfLine(line: ConversationLine): string {
  return 'mo_uuid' in line ? line.at : (line.sentAt ?? line.sendAt ?? line.queuedAt);
}
