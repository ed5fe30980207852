/** Parts of the remote control and of the fixtures, for their own tests. */

export { findPlace, startApplication, withWebhook } from './playwright/application.ts';
export { checkApplicationOptions } from './playwright/application-options.ts';
export { Sms } from './playwright/sms.ts';
