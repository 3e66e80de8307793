import { creditProposals } from '@pauta/domain/crm/clients/credit-proposal.ts';
import type { Area } from '../platform/area.ts';
import { mountResource } from '../resource/mount-resource.ts';
import { creditProposalHooks } from './credit-proposal-hooks.ts';

/** Changes of the credit limits of clients and agencies, from the proposal to the decision. */
export const creditArea: Area = (app) => mountResource(app, creditProposals, creditProposalHooks);
