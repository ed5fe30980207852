import { deepEqual, equal } from 'node:assert/strict';
import {
  type AddMessageRequest,
  addMessageRequestSchema,
  countUnits,
  type Endpoints,
  endpoints,
  fillPath,
  type UnitCount,
  type Validation,
  validate,
  webhookKind,
} from '@messaging-service/contract';

const request: AddMessageRequest = {
  defaults: { from: { type: 'shared' } },
  messages: [{ to: '447700900123', body: 'Your table is ready' }],
};
const checked: Validation<unknown> = validate(addMessageRequestSchema, request);
equal(checked.ok, true);

const units: UnitCount = countUnits('Ναι 👍');
deepEqual(units, { encoding: 'UCS-2', units: 1, length: 6, remaining: 64 });

const row: Endpoints['batches']['receipts'] = endpoints.batches.receipts;
equal(fillPath(row.path, { batchUuid: 'b' }).endsWith('/b'), true);
equal(webhookKind({}), undefined);
