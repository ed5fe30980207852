/**
 * Types that the entries share. Each entry exports all of them, because the compiler can only write down types that the
 * imported entry exports.
 */
export type * from './api.ts';
export type { ClockControls, ServiceControls } from './control-api/controls.ts';
export type { AccountControls } from './control-api/endpoints/accounts.ts';
export type { CarrierControls } from './control-api/endpoints/carrier.ts';
export type { FaultControls } from './control-api/endpoints/faults.ts';
export type { MessageControls } from './control-api/endpoints/messages.ts';
export type { StateControls } from './control-api/endpoints/state.ts';
export type { StoryControls, StoryForm, StoryOptions, StoryText } from './control-api/endpoints/story.ts';
export type { WebhookControls } from './control-api/endpoints/webhooks.ts';
export type { EmulatorControls } from './emulator-members.ts';
