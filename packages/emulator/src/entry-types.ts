/**
 * Types that the entries share. Each entry exports all of them, because the compiler can only write down types that the
 * imported entry exports.
 */
export type * from './api.ts';
export type { AccountControls } from './controls/accounts.ts';
export type { CarrierControls } from './controls/carrier.ts';
export type { ClockControls, ServiceControls } from './controls/controls.ts';
export type { FaultControls } from './controls/faults.ts';
export type { MessageControls } from './controls/messages.ts';
export type { StateControls } from './controls/state.ts';
export type { StoryControls, StoryForm, StoryOptions, StoryText } from './controls/story.ts';
export type { WebhookControls } from './controls/webhooks.ts';
export type { EmulatorControls } from './emulator-members.ts';
