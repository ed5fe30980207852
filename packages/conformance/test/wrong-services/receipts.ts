import { type Alter, altering } from '../altered-service.ts';
import type { WrongService } from './wrong-service.ts';

function everyDetail(members: object): Alter {
  return ({ details = [] }) => {
    for (const detail of details) Object.assign(detail, members);
  };
}

const alterations: readonly [breaks: string, is: string, detail: string, alter: Alter][] = [
  ['RCP-1', 'counts messages twice', 'the total was 2', ({ counts }) => void (counts.total *= 2)],
  [
    'RCP-2',
    'returns no details',
    'there were no details',
    ({ counts, details }) => ({ counts, ...(details !== undefined && { details: [] }) }),
  ],
  [
    'RCP-2',
    'returns details without the query',
    'there were details without details=true',
    (body) => ({ details: [], ...body }),
  ],
  [
    'RCP-2',
    'marks a message as both delivered and failed',
    'it was marked as both delivered and failed',
    everyDetail({ delivered: true, failed: true }),
  ],
  [
    'RCP-3',
    'sets info without a callback',
    'info was set, although the message had no callback',
    everyDetail({ info: { code: '00', description: 'Successful' } }),
  ],
  [
    'API-3',
    'returns numbers without a plus',
    'the destination was 447700900001',
    everyDetail({ destination: '447700900001' }),
  ],
];

/** Services that are wrong about the receipts of a batch. */
export const receipts: readonly WrongService[] = alterations.map(([breaks, is, detail, alter]) => ({
  id: 'receipts.counts',
  breaks,
  is,
  detail,
  // Only this case reads the receipts of messages that were sent.
  target: altering((body, call) => (/^GET \/batch\/./.test(call.operation) ? alter(body, call) : undefined)),
}));
