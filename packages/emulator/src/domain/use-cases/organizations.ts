import { generateUnused, generateUnusedKey } from '../rules/identifiers.ts';
import { mustGet, type Organization } from '../state/state.ts';
import type { Transaction } from '../state/transaction.ts';

/**
 * The organization that exists from the start.
 *
 * @example
 * ```ts
 * import { createEmulator } from '@messaging-service/emulator';
 *
 * const service = createEmulator({
 *   organization: {
 *     name: 'Surgery',
 *     identifier: '0190f3c4-5b6a-7c8d-9e0f-1a2b3c4d5e6f',
 *     apiKey: '00112233445566778899aabbccddeeff',
 *     credits: 10_000,
 *     creditSystem: true,
 *   },
 * });
 * console.log(service.organization.apiKey); // 00112233445566778899aabbccddeeff
 * ```
 */
export interface OrganizationOptions {
  /** Its name. */
  name?: string | undefined;
  /** Its UUID. */
  identifier?: string | undefined;
  /** Its API key: 32 hexadecimal characters. */
  apiKey?: string | undefined;
  /** Credits it can hand out by top-ups; null, the default, means no limit. */
  credits?: number | null | undefined;
  /** Whether its accounts pay credits for what they send; default true. See CRD-2. */
  creditSystem?: boolean | undefined;
}

/**
 * Opens an organization, with the identifier and key given or with fresh ones. The public API has no operation for it.
 */
export function openOrganization(tx: Transaction, options: OrganizationOptions): Organization {
  const { name = 'Organization', creditSystem = true, credits = null } = options;
  const organizationUuid =
    options.identifier?.toLowerCase() ?? generateUnused(tx.ids, tx.state.organizations);
  const apiKey = options.apiKey ?? generateUnusedKey(tx.ids, tx.state.principals);
  tx.record({ type: 'organization-created', organizationUuid, name, apiKey, creditSystem, credits });
  return mustGet(tx.state.organizations, organizationUuid);
}
