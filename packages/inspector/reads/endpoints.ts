import type { Endpoint } from '@messaging-service/emulator/host';
import { ACCOUNT_ENDPOINTS } from './accounts.ts';
import { BATCH_ENDPOINTS } from './batches.ts';
import { DIGEST_ENDPOINTS } from './digest.ts';
import { HANDSET_ENDPOINTS } from './handsets.ts';
import { JOB_ENDPOINTS } from './jobs.ts';
import { LEDGER_ENDPOINTS } from './ledger.ts';
import { TIMELINE_ENDPOINTS } from './message-timeline.ts';
import { OVERVIEW_ENDPOINTS } from './overview.ts';
import { CALL_ENDPOINTS } from './public-calls.ts';
import { REPLAY_ENDPOINTS } from './replay.ts';
import { CODE_ENDPOINTS } from './request-code.ts';
import { REQUEST_ENDPOINTS } from './requests.ts';
import { RIBBON_ENDPOINTS } from './ribbon.ts';

/** The calls that only the inspector makes: those that read what its page shows, and those that it makes for the user. */
export const READ_ENDPOINTS: readonly Endpoint[] = [
  ...ACCOUNT_ENDPOINTS,
  ...LEDGER_ENDPOINTS,
  ...TIMELINE_ENDPOINTS,
  ...HANDSET_ENDPOINTS,
  ...BATCH_ENDPOINTS,
  ...CALL_ENDPOINTS,
  ...REQUEST_ENDPOINTS,
  ...CODE_ENDPOINTS,
  ...REPLAY_ENDPOINTS,
  ...DIGEST_ENDPOINTS,
  ...OVERVIEW_ENDPOINTS,
  ...RIBBON_ENDPOINTS,
  ...JOB_ENDPOINTS,
];
