import { mustGet, type Organization } from '../state/state.ts';
import type { Transaction } from '../state/transaction.ts';

/** The values of a new organization. */
export interface OrganizationSeed {
  readonly name: string;
  readonly uuid?: string | undefined;
  readonly apiKey?: string | undefined;
  /** Whether its accounts pay credits. See CRD-2. */
  readonly creditSystem: boolean;
  /** Credits it can hand out by top-ups; null means no limit. */
  readonly credits: number | null;
}

/**
 * Opens an organization, with the identifier and key given or with fresh ones. The public API has no operation for it.
 */
export function openOrganization(tx: Transaction, seed: OrganizationSeed): Organization {
  const organizationUuid = seed.uuid ?? tx.ids.uuid();
  const { name, creditSystem, credits } = seed;
  const apiKey = seed.apiKey ?? tx.ids.apiKey();
  tx.record({ type: 'organization-created', organizationUuid, name, apiKey, creditSystem, credits });
  return mustGet(tx.state.organizations, organizationUuid);
}
