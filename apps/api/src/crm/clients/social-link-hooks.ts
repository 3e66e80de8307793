import { handleOf } from '@pauta/domain/crm/clients/social-link.ts';
import type { Reference } from '@pauta/domain/kinds/reference.ts';
import type { AnyRecord, Values } from '@pauta/domain/resource/resource.ts';
import sql from 'sql-template-tag';
import type { Transaction } from '../../platform/database/database.ts';
import { invalid } from '../../platform/http/problem.ts';
import type { ResourceHooks } from '../../resource/hooks.ts';

interface Network {
  name: string;
  url_pattern: string;
  handle_regex: string | null;
}

/**
 * Normalizes the user name for its network and derives the address of the profile. @throws Problem 422 for an invalid
 * name
 */
const placed = async (tx: Transaction, values: Values, current?: AnyRecord): Promise<Values> => {
  const { social_network_id: network, handle } = { ...current, ...values };
  const found = await tx.one<Network>(sql`
    SELECT name, url_pattern, handle_regex FROM social_networks WHERE id = ${(network as Reference).id}::uuid`);
  if (!found) throw invalid({ social_network_id: ['No existe la red social que eligió; elija otra.'] });
  const name = handleOf(String(handle), found.url_pattern);
  if (found.handle_regex !== null && !new RegExp(found.handle_regex, 'u').test(name)) {
    throw invalid({ handle: [`«${name}» no puede ser un perfil de ${found.name}. Revise cómo se escribe.`] });
  }
  return { handle: name, url: found.url_pattern.replace('{usuario}', encodeURIComponent(name)) };
};

/** Profiles are validated for their network, and link to it. */
export const socialLinkHooks: ResourceHooks = {
  beforeCreate: ({ tx }, values) => placed(tx, values),
  beforeUpdate: ({ tx }, current, values) => placed(tx, values, current),
};
