import { conflict, invalid } from '../../platform/http/problem.ts';
import type { ResourceHooks } from '../../resource/hooks.ts';
import { approvalLimits } from '../lines/approval-limits.ts';
import { checkPackages } from '../lines/check-packages.ts';
import { signingHandlers } from '../signing-room/signing-commands.ts';
import { readAddendumTerms } from './addendum-terms.ts';
import { signedAddenda } from './apply-addendum.ts';
import { lineErrors } from './check-lines.ts';
import { planInstalments } from './plan-instalments.ts';

const signing = signingHandlers(signedAddenda);

/** Hooks of addenda (domain §1.4). */
export const addendumHooks: ResourceHooks = {
  tables: async ({ tx }, body) => {
    const terms = await readAddendumTerms(tx, body);
    // Only a draft is checked: what an addendum changed is no longer what it changes.
    const errors = body.status === 'draft' ? lineErrors(body, terms.before) : {};
    if (Object.keys(errors).length > 0) throw invalid(errors);
    if (body.status === 'draft') checkPackages(body, terms);
    return terms;
  },
  beforeUpdate: async (_context, current) => {
    if (current.status === 'pending_signature')
      throw conflict(
        'awaits_signature',
        'La adenda espera sus firmas y no cambia. Devuélvala a borrador para corregirla.',
      );
    return undefined;
  },
  approvalLimits,
  commands: {
    plan_billing: {
      answer: { instalments: { type: 'integer', minimum: 0 } },
      run: async ({ tx }, record) => {
        if (!record) throw new Error('instalments are proposed for one addendum');
        return { instalments: await planInstalments(tx, record) };
      },
    },
    ...signing.commands,
    submit: signing.submit,
    apply: signing.signAll,
  },
};
