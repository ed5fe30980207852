import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { RemoteEmulator } from '@messaging-service/emulator/playwright';

/** The application in a process of its own. */
export interface RunningApplication {
  readonly url: string;
  readonly process: ChildProcess;
}

/** Starts the application with the keys of an emulator. Its `Date` and its timers follow the clock of that emulator. */
export async function startApplication(emulator: RemoteEmulator): Promise<RunningApplication> {
  const { baseUrl, sandboxId = '', account, organization } = emulator;
  const child = spawn('node', ['--import', '@messaging-service/emulator/follow-clock', 'main.ts'], {
    cwd: import.meta.dirname,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      ...process.env,
      MESSAGING_URL: baseUrl,
      MESSAGING_ACCOUNT_KEY: account.apiKey,
      MESSAGING_ORGANIZATION_KEY: organization.apiKey,
      MESSAGING_EMULATOR_URL: baseUrl,
      MESSAGING_EMULATOR_SANDBOX: sandboxId,
    },
  });
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`The application ended with ${code} before it was ready.`);
  });
  const [url] = (await Promise.race([once(child.stdout, 'data'), ended])) as [Buffer];
  ended.catch(() => undefined);
  return { url: url.toString().trim(), process: child };
}
