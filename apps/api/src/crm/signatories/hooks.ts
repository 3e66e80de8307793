import { companies } from '@pauta/domain/catalogues/organization.ts';
import { oneOwner } from '@pauta/domain/crm/signatories/signatory.ts';
import type { Values } from '@pauta/domain/resource/resource.ts';
import { forbidden } from '../../platform/http/problem.ts';
import type { HandlerContext } from '../../resource/commands/context.ts';
import type { ResourceHooks } from '../../resource/hooks.ts';

/** Who signs for the own companies is decided by whoever manages these. */
const guardCompany = ({ actor }: HandlerContext, ...states: readonly Values[]): void => {
  const { updateAll } = companies.permissions;
  if (states.some(({ company_id }) => company_id) && !actor.permissions.has(updateAll))
    throw forbidden(updateAll);
};

export const signatoryHooks: ResourceHooks = {
  // In the tab of an owner the form does not ask for it, so only the server knows the whole record.
  rules: [oneOwner],
  beforeCreate: async (context, values) => {
    guardCompany(context, values);
    return undefined;
  },
  beforeUpdate: async (context, current, values) => {
    guardCompany(context, current, values);
    return undefined;
  },
  beforeArchive: async (context, current) => guardCompany(context, current),
};
