import type { View } from '../routing/route.ts';

/** The names of the views in the navigation. */
export const VIEW_NAMES: Readonly<Record<View, string>> = {
  overview: 'Overview',
  phones: 'Phones',
  messages: 'Messages',
  clock: 'Clock',
  accounts: 'Accounts',
  webhooks: 'Webhooks',
  requests: 'Requests',
  state: 'State',
};
