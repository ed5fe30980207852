/** The report of a server process. */
export interface ServerReport {
  /** The URL of the server. */
  readonly url: string;
  /** Its processor time so far, including garbage collection, in microseconds. */
  readonly cpuMicros: number;
  /** Its memory, in bytes. */
  readonly rssBytes: number;
}

/** A question to a server: its report, or the same after a restart. */
export type ServerQuestion = 'report' | 'renew';

/**
 * Reports to the process that started this one.
 *
 * @param start - Starts or restarts the server, and returns its URL.
 */
export async function answerQuestions(start: () => Promise<string>): Promise<void> {
  let url = await start();
  // Exit without a signal, because Node writes profiles only on a normal exit.
  process.on('disconnect', () => process.exit());
  process.on('message', (question) => {
    void (async () => {
      if (question === 'renew') url = await start();
      const { user, system } = process.cpuUsage();
      const report: ServerReport = { url, cpuMicros: user + system, rssBytes: process.memoryUsage.rss() };
      process.send?.(report);
    })();
  });
}
