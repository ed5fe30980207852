import type { View } from '../routing/route.ts';

const PATHS: Readonly<Record<View, string>> = {
  phones: 'M5 1.500h6a1 1 0 0 1 1 1v11a1 1 0 0 1-1 1H5a1 1 0 0 1-1-1v-11a1 1 0 0 1 1-1ZM7 12.500h2',
  messages: 'M2 3h12v8H7l-3 2.500V11H2ZM5 6h6M5 8.500h4',
  clock: 'M8 1.750a6.250 6.250 0 1 1 0 12.500a6.250 6.250 0 0 1 0-12.500ZM8 4.500V8l2.500 1.500',
  accounts: 'M2 13.500V2.500M2 13.500h12M4.500 10.500l3-3.500l2.500 2l3.500-4.500',
  webhooks:
    'M6 5.500a2 2 0 1 1 3.200 1.600L7.500 10.500M4.500 9a2 2 0 1 0 1.800 2.900H11M10.500 8.600a2 2 0 1 1-.9 3.200',
  requests: 'M2 5h11M10 2l3 3l-3 3M14 11H3M6 8l-3 3l3 3',
  state:
    'M2.500 4c0-1.200 2.500-2 5.500-2s5.500.8 5.500 2s-2.500 2-5.500 2s-5.500-.8-5.500-2v8c0 1.200 2.500 2 5.500 2s5.500-.8 5.500-2V4M2.500 8c0 1.200 2.500 2 5.500 2s5.500-.8 5.500-2',
};

/** The sign of a view, beside its name. */
export function ViewIcon({ view }: { readonly view: View }) {
  return (
    <svg class="view-icon" viewBox="0 0 16 16" aria-hidden="true" focusable="false">
      <path d={PATHS[view]} />
    </svg>
  );
}
