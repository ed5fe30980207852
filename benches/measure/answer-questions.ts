import type { ServerReport } from './server-process.ts';

/**
 * Answers the questions of the process that started this one.
 *
 * @param start - Starts the server, at first and whenever it is to begin anew, and answers its address.
 */
export async function answerQuestions(start: () => Promise<string>): Promise<void> {
  let url = await start();
  // Ends by itself rather than by a signal: profiles are written at the end only.
  process.on('disconnect', () => process.exit());
  process.on('message', (question) => {
    void (async () => {
      if (question === 'renew') url = await start();
      const { user, system } = process.cpuUsage();
      const report: ServerReport = { url, cpuMicros: user + system };
      process.send?.(report);
    })();
  });
}
