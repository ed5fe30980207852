import type { Tool } from '../tool.ts';
import { advanceClock, listDue } from './clock.ts';
import { clearFaults, makeCallsFail } from './faults.ts';
import { listMessages, waitForMessage, writeAsPhone } from './messages.ts';
import { getStory, why } from './reasons.ts';
import { listRequests } from './requests.ts';
import { getEnvironment, openSandbox, reset } from './service.ts';
import { listWebhooks, resendWebhook } from './webhooks.ts';

/** All tools, in the order in which an agent needs them. */
export const TOOLS: readonly Tool[] = [
  getEnvironment,
  openSandbox,
  listMessages,
  waitForMessage,
  writeAsPhone,
  listDue,
  advanceClock,
  listRequests,
  listWebhooks,
  why,
  resendWebhook,
  makeCallsFail,
  clearFaults,
  getStory,
  reset,
];
