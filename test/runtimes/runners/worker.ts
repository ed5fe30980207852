// A worker of workerd, bundled. It runs one task per request, so that state which the packages keep is used in several
// requests.
import * as client from '@messaging-service/emulator/client';
import * as sdk from '@messaging-service/sdk';
import * as webhooks from '@messaging-service/webhooks';
import { runAll, type Task } from './run-all.ts';

export default {
  async fetch(request: Request): Promise<Response> {
    const lines: string[] = [];
    const task = (await request.json()) as Task;
    await runAll(task, { client, sdk, webhooks }, (line) => lines.push(line));
    return new Response(lines.join('\n'));
  },
};
