import { useRef } from 'preact/hooks';
import type { LedgerResponse } from '../api/types.ts';
import { type Resource, useResource } from '../live/use-resource.ts';
import { query } from '../values.ts';
import { continued } from './continued.ts';

/** Reads the ledger of an account, and afterwards only what was added to it. */
export function useLedger(account: string): Resource<LedgerResponse> {
  const latest = useRef<LedgerResponse | undefined>(undefined);
  return useResource<LedgerResponse>(`/accounts/${account}/ledger`, {
    continuation: {
      query: () => query({ cursor: latest.current?.cursor }),
      combine: (response) => {
        latest.current = continued(latest.current, response);
        return latest.current;
      },
    },
  });
}
