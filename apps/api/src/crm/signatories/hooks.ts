import { companies } from '@pauta/domain/catalogues/organization.ts';
import { oneOwner } from '@pauta/domain/crm/signatories/signatory.ts';
import type { Values } from '@pauta/domain/resource/resource.ts';
import { forbidden } from '../../platform/http/problem.ts';
import type { HandlerContext } from '../../resource/commands/context.ts';
import type { ResourceHooks } from '../../resource/hooks.ts';

/** Signatories of the own companies are managed with the permission to manage those companies. */
const guardCompany = ({ actor }: HandlerContext, ...states: readonly Values[]): void => {
  const { updateAll } = companies.permissions;
  if (states.some(({ company_id }) => company_id) && !actor.permissions.has(updateAll))
    throw forbidden(updateAll);
};

export const signatoryHooks: ResourceHooks = {
  // The form in a tab does not ask for the owner, so only the server has the whole record.
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
