// Node, with the packages as CommonJS.
import { createRequire } from 'node:module';
import type { Packages } from '../suite/context.ts';
import { runAll, type Task } from './run-all.ts';

const require = createRequire(import.meta.url);
const client = require('@messaging-service/emulator/client') as Packages['client'];
const sdk = require('@messaging-service/sdk') as Packages['sdk'];
const node = require('@messaging-service/sdk/node') as NonNullable<Packages['node']>;
const webhooks = require('@messaging-service/webhooks') as Packages['webhooks'];

const task = JSON.parse(process.argv[2] ?? '') as Task;
await runAll(task, { client, sdk, webhooks, node }, (line) => process.stdout.write(`${line}\n`));
