import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  truncateSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { formatCsv, parseCsv } from './csv.ts';
import { type CampaignEvent, Outcomes } from './outcomes.ts';
import type { CampaignStore, Writer } from './store.ts';

/**
 * A folder with one file for each writer, so that no process writes into the file of another one. Lines are only appended.
 * They are not flushed to disk: after a power cut, the sender sends again what its file lacks, and the service recognizes it.
 */
export async function openFileStore(
  folder: string,
  campaignId: string,
  writer: Writer,
): Promise<CampaignStore> {
  mkdirSync(folder, { recursive: true });
  const file = join(folder, `${writer}.csv`);
  const header = `campaign,${campaignId}\r\n`;
  const length = wholeLines(file, header).length;
  if (existsSync(file)) truncateSync(file, length);
  const descriptor = writer === 'report' ? undefined : openSync(file, 'a');
  if (descriptor !== undefined && length === 0) writeSync(descriptor, header);
  return {
    async record(events) {
      if (descriptor === undefined) throw new Error('The report does not write.');
      writeSync(descriptor, formatCsv(events.map(toLine)));
    },
    async read() {
      const outcomes = new Outcomes();
      for (const name of readdirSync(folder)) {
        if (!name.endsWith('.csv')) continue;
        const lines = wholeLines(join(folder, name), header).toString('utf8').slice(header.length);
        for (const line of parseCsv(lines)) outcomes.add(toEvent(line));
      }
      return outcomes;
    },
    async [Symbol.asyncDispose]() {
      if (descriptor !== undefined) closeSync(descriptor);
    },
  };
}

/** The file without half a line at its end, which a killed process can leave. */
function wholeLines(file: string, header: string): Buffer {
  if (!existsSync(file)) return Buffer.alloc(0);
  const bytes = readFileSync(file);
  const whole = bytes.subarray(0, bytes.lastIndexOf('\n') + 1);
  if (whole.length > 0 && !whole.toString('utf8', 0, header.length).startsWith(header))
    throw new Error(`${file} belongs to another campaign. Use another folder for this one.`);
  return whole;
}

function toLine(event: CampaignEvent): string[] {
  switch (event.type) {
    case 'queued':
      return [event.type, event.id];
    case 'delivered':
    case 'failed':
      return [event.type, event.id, event.code, event.description];
    default:
      return [event.type, event.phone, event.at];
  }
}

function toEvent([type = '', subject = '', detail = '', description = '']: readonly string[]): CampaignEvent {
  if (type === 'queued') return { type, id: subject };
  if (type === 'delivered' || type === 'failed') return { type, id: subject, code: detail, description };
  if (type === 'stopped' || type === 'started') return { type, phone: subject, at: detail };
  throw new Error(`The store has a line that this version does not know: ${type}.`);
}
