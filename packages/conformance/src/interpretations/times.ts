import type { OpenPoint } from './interpretation.ts';

/** Open points about scheduling. */
export const times: readonly OpenPoint[] = [
  {
    id: 'five-minute-lead',
    clause: 'SCH-2',
    question: 'Is a message with a time exactly five minutes ahead scheduled?',
    needs: ['clock'],
    detect: async (probe) => {
      const messages = [probe.message({ send_at: probe.minutesAhead(5) })];
      const [message] = await probe.dryRunMessages({ messages });
      return message?.scheduled === true
        ? { interpretation: 'It is scheduled; the emulator sends it immediately.' }
        : { interpretation: 'It is sent immediately, as in the emulator.' };
    },
  },
];
