import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import type { Task } from '../runners/run-all.ts';
import { bundle } from './bundle.ts';
import { bareEnvironment, inTemporaryFolder } from './command.ts';

/** The date that a new project would set today. It is updated by hand, because it changes the behavior of the runtime. */
const COMPATIBILITY_DATE = '2026-11-01';

/** The timeout of a case, which includes the timeout inside the case. */
const REQUEST_LIMIT_MS = 60_000;

/** Runs a task in workerd, with one request for each case. */
export function workerd(
  program: string,
  flags: readonly string[],
  date = COMPATIBILITY_DATE,
): (task: Task) => Promise<string[]> {
  return (task) =>
    inTemporaryFolder(async (folder) => {
      writeFileSync(join(folder, 'worker.js'), await bundle('worker.ts', ['workerd', 'worker', 'browser']));
      writeFileSync(join(folder, 'config.capnp'), configuration(flags, date, task.stage.secure?.authority));
      return serve(program, folder, async (url) => {
        const lines: string[] = [];
        for (const name of task.cases) {
          const [agent = '', line = ''] = await ask(url, { ...task, cases: [name] });
          if (lines.length === 0) lines.push(agent);
          lines.push(line);
        }
        return lines;
      });
    });
}

/** The worker can only reach this machine. */
function configuration(flags: readonly string[], date: string, authority: string | undefined): string {
  const trusted = JSON.stringify(authority === undefined ? [] : [authority]);
  return `using Workerd = import "/workerd/workerd.capnp";

const config :Workerd.Config = (
  services = [
    (name = "suite", worker = .suite),
    (name = "loopback", network = (allow = ["local"], tlsOptions = (trustedCertificates = ${trusted}))),
  ],
  sockets = [(name = "http", address = "127.0.0.1:0", http = (), service = "suite")],
);

const suite :Workerd.Worker = (
  modules = [(name = "worker.js", esModule = embed "worker.js")],
  compatibilityDate = "${date}",
  compatibilityFlags = ${JSON.stringify(flags)},
  globalOutbound = "loopback",
);
`;
}

async function ask(url: string, task: Task): Promise<string[]> {
  const signal = AbortSignal.timeout(REQUEST_LIMIT_MS);
  const response = await fetch(url, { method: 'POST', body: JSON.stringify(task), signal });
  const text = await response.text();
  if (!response.ok) throw new Error(`${task.cases.join()}: ${response.status} ${text}`);
  return text.split('\n');
}

/** Runs something with the server. An error contains the server's output. */
async function serve<T>(program: string, folder: string, work: (url: string) => Promise<T>): Promise<T> {
  const child = spawn(program, ['serve', '--control-fd=3', 'config.capnp'], {
    cwd: folder,
    env: bareEnvironment(folder),
    stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (chunk: string) => (output += chunk));
  const ended = new Promise<never>((_, reject) => {
    child.on('error', reject);
    child.on('close', (code) => reject(new Error(`workerd ended with ${code}`)));
  });
  ended.catch(() => undefined);
  try {
    const port = await Promise.race([listeningPort(child.stdio[3] as Readable), ended]);
    return await Promise.race([work(`http://127.0.0.1:${port}`), ended]);
  } catch (error) {
    throw new Error(`${(error as Error).message}\n${output}`, { cause: error });
  } finally {
    child.kill();
  }
}

/** Reads the port, which workerd reports on its control channel. */
async function listeningPort(control: Readable): Promise<number> {
  for await (const line of createInterface(control)) {
    const port = /"event":"listen".*?"port":(\d+)/.exec(line)?.[1];
    if (port !== undefined) return Number(port);
  }
  throw new Error('workerd does not listen');
}
