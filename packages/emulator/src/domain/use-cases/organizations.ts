import { mustGet, type Organization } from '../state/state.ts';
import type { Transaction } from '../state/transaction.ts';

/** The values of a new organization. */
export interface OrganizationSeed {
  /** Default: `Organization`. */
  readonly name?: string | undefined;
  readonly uuid?: string | undefined;
  readonly apiKey?: string | undefined;
  /** Whether its accounts pay credits; default true. See CRD-2. */
  readonly creditSystem?: boolean | undefined;
  /** Credits it can hand out by top-ups; null, the default, means no limit. */
  readonly credits?: number | null | undefined;
}

/**
 * Opens an organization, with the identifier and key given or with fresh ones. The public API has no operation for it.
 */
export function openOrganization(tx: Transaction, seed: OrganizationSeed): Organization {
  const organizationUuid = seed.uuid ?? tx.ids.uuid();
  const { name = 'Organization', creditSystem = true, credits = null } = seed;
  const apiKey = seed.apiKey ?? tx.ids.apiKey();
  tx.record({ type: 'organization-created', organizationUuid, name, apiKey, creditSystem, credits });
  return mustGet(tx.state.organizations, organizationUuid);
}
