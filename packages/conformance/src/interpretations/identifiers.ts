import { whilePending } from '../probe/messages.ts';
import { describeResponse } from '../service/verdict.ts';
import type { OpenPoint } from './interpretation.ts';

/** Open points about identifiers that the caller chooses. */
export const identifiers: readonly OpenPoint[] = [
  {
    id: 'repeated-ids',
    clause: 'MSG-10',
    question: 'Can an id be used again after a message with it was queued?',
    needs: ['sending'],
    detect: (probe) => {
      const id = crypto.randomUUID();
      return whilePending(
        probe,
        async () => {
          const response = await probe.dryRun({ messages: [probe.message({ id })] });
          if (response.status === 200) return { interpretation: 'Yes.' };
          return { interpretation: `No, it is refused: ${describeResponse(response)}` };
        },
        { id },
      );
    },
  },
];
