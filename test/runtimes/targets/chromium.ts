import { createHash, X509Certificate } from 'node:crypto';
import { chromium as browsers } from 'playwright-core';
import type { Task } from '../runners/run-all.ts';

/** Flags that prevent requests to the network. */
const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** Runs a task in a page of the front's origin. */
export function chromium(executablePath: string): (task: Task) => Promise<string[]> {
  return async (task) => {
    const browser = await browsers.launch({ executablePath, args: [...FLAGS, ...trust(task)] });
    try {
      const page = await browser.newPage();
      await page.goto(`${task.stage.front}/page.html`);
      return await page.evaluate(
        (given) => (globalThis as unknown as { runSuite(task: Task): Promise<string[]> }).runSuite(given),
        task,
      );
    } finally {
      await browser.close();
    }
  };
}

/** Makes the browser accept the stage's certificate, by the hash of its key, and no other. */
function trust({ stage: { secure } }: Task): string[] {
  if (secure === undefined) return [];
  const key = new X509Certificate(secure.certificate).publicKey.export({ type: 'spki', format: 'der' });
  const hash = createHash('sha256').update(key).digest('base64');
  return [`--ignore-certificate-errors-spki-list=${hash}`];
}
