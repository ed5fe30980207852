/** The views, in the order of the navigation. */
export const VIEWS = [
  'overview',
  'phones',
  'messages',
  'clock',
  'accounts',
  'webhooks',
  'requests',
  'state',
] as const;
export type View = (typeof VIEWS)[number];
