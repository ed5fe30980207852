// Node, Bun and Deno, with the packages as ES modules.
import * as client from '@messaging-service/emulator/client';
import * as sdk from '@messaging-service/sdk';
import * as node from '@messaging-service/sdk/node';
import * as webhooks from '@messaging-service/webhooks';
import { runAll, type Task } from './run-all.ts';

const task = JSON.parse(process.argv[2] ?? '') as Task;
await runAll(task, { client, sdk, webhooks, node }, (line) => process.stdout.write(`${line}\n`));
