// A page in a browser, bundled. The test that opens it calls the function.
import * as client from '@messaging-service/emulator/client';
import * as sdk from '@messaging-service/sdk';
import * as webhooks from '@messaging-service/webhooks';
import { runAll, type Task } from './run-all.ts';

async function runSuite(task: Task): Promise<string[]> {
  const lines: string[] = [];
  await runAll(task, { client, sdk, webhooks }, (line) => lines.push(line));
  return lines;
}

Object.assign(globalThis, { runSuite });
