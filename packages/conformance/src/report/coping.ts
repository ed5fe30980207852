import type { ErrorCode, OperationName } from '@messaging-service/contract';
import { endpointNamed } from '../service/service-client.ts';

/** What the client and the emulator do about a difference. */
export interface Coping {
  readonly client: string;
  readonly emulator: string;
}

const NO_OPTION = 'has no option for it; `emulator.addFault()` returns the same response';

/** The error code of cases about the status of a refusal. */
const CODES: Readonly<Record<string, ErrorCode>> = {
  'edit-account.invalid-key': 'invalid_key',
  'edit-account.invalid-uuid': 'invalid_request',
  'edit-account.unknown-account': 'account_not_found',
  'top-up.unknown-account': 'account_not_found',
  'edit-account.standard-cron-only': 'invalid_request',
};

/** What the client does, by the case or the open point. */
const CLIENT: Readonly<Record<string, string>> = {
  'dry-run.queues-nothing': 'is not affected, unless you use `dryRun`: with this service, it sends',
  'add-message.send-at-echoed': 'returns the time as the service writes it: compare instants, not texts',
  'receipt-codes.list': 'sends and reads receipts without this list; `receiptCodes.list()` is affected',
  'error-body': 'chooses the class of an `ApiError` by its status; the body is in `body`',
  'dry-run-response': 'returns what the service returns',
  'unknown-fields': "refuses unknown members, unless you set `unknownFields: 'ignore'`",
  'two-spellings': 'reads and writes both names',
  'batch-spellings': 'writes both names, so the service finds the one that it reads',
  'plus-in-numbers': 'sends numbers as you write them; `normalizePhoneNumber` returns digits without a plus',
  'repeated-ids': 'never repeats a send that may have been queued, unless you permit it',
  'timestamp-header': 'reads seconds and milliseconds; `environment` of the handler checks the header',
  'signed-kinds':
    "verifies signatures that are there; `policy: { deliveryReceipt: 'signed-only' }` requires them",
  'five-minute-lead': 'returns `scheduled` as the service decides it',
  'webhook-retries': 'ignores repeated webhooks, however late they are',
};

/** What the emulator does, if that helps more than a fault. */
const EMULATOR: Readonly<Record<string, string>> = {
  'dry-run.queues-nothing': 'queues nothing in a dry run',
  'add-message.send-at-echoed': 'returns `send_at` as it was given',
  'batch-spellings': 'reads either name',
  'two-spellings': 'reads and shows both names',
  'plus-in-numbers': 'accepts numbers with and without a plus',
};

/** What the client does about differences of a topic that have no row above, by the first part of the id. */
const CLIENT_BY_GROUP: Readonly<Record<string, string>> = {
  authentication: 'sends each operation with the right key, so it is not affected',
  webhooks: 'verifies and reads webhooks as specified: check your handler with this service',
};

const SUCCEEDS_INSTEAD = /returned 2\d\d /;
const WRONG_STATUS = /returned (?<status>[3-5]\d\d) /;

/**
 * Returns what the client and the emulator do about a difference.
 *
 * @param id - The case, the open point, or `form` for a response with a wrong form.
 * @param detail - What the service does.
 * @param operation - The operation whose response has the wrong form.
 */
export function cope(id: string, detail: string, operation?: string): Coping {
  if (operation !== undefined) return copeWithForm(detail, operation);
  const [group = ''] = id.split('.');
  const known = CLIENT[id] ?? CLIENT_BY_GROUP[group];
  if (group === 'statuses') return { client: copeWithStatus(detail), emulator: NO_OPTION };
  if (known !== undefined) return { client: known, emulator: EMULATOR[id] ?? NO_OPTION };
  if (SUCCEEDS_INSTEAD.test(detail) && detail.startsWith('expected'))
    return {
      client: 'checks requests before it sends them, so it refuses most of these itself',
      emulator: 'refuses it, so your tests are stricter than the service',
    };
  const { status } = WRONG_STATUS.exec(detail)?.groups ?? {};
  if (status === undefined)
    return {
      client: 'returns what the service returns: check the code that relies on it',
      emulator: NO_OPTION,
    };
  const code = CODES[id];
  return {
    client: copeWithStatus(detail),
    emulator:
      code === undefined
        ? NO_OPTION
        : `does the same with ${JSON.stringify({ statuses: { [code]: Number(status) } })}`,
  };
}

function copeWithStatus(detail: string): string {
  return detail.startsWith('It is accepted')
    ? 'returns what the service returns'
    : 'throws an `ApiError`; its class follows the code in the body, then the status';
}

/** Without an essential member, a response cannot be used. Others are read as far as possible. */
function copeWithForm(form: string, operation: string): Coping {
  const { essential = [] } = endpointNamed(operation as OperationName);
  const isEssential = form.split(', ').some((issue) => essential.includes(issue.split(' ')[0] ?? ''));
  return {
    client: isEssential
      ? 'throws an `UnexpectedResponseError`: it cannot use a response without this member'
      : "reads the rest and reports it to `onMismatch`; `responses: 'strict'` refuses it",
    emulator: NO_OPTION,
  };
}
