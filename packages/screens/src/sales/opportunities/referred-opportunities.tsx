import { useSettings } from '@pauta/core/react';
import { agencyCommissions } from '@pauta/domain/billing/commissions/agency-commission.ts';
import { referrals } from '@pauta/domain/crm/referrals/referral.ts';
import type { Filter } from '@pauta/domain/resource/query/query.ts';
import { opportunities } from '@pauta/domain/sales/opportunities/opportunity.ts';
import { LinkButton } from '@pauta/ui/controls/link-button.tsx';
import { useMay } from '@pauta/ui/data/may.ts';
import { paths } from '@pauta/ui/data/paths.ts';
import { ResourceList } from '@pauta/ui/list/resource-list.tsx';
import type { ReactElement } from 'react';
import { opportunityCells } from './opportunity-cells.tsx';

const referred: readonly Filter[] = [{ field: 'referral_id', operator: 'present' }];
/** The number is shown below the name. */
const needs = ['number'];
const columns = [
  'name',
  'client_id',
  'referrer',
  'reward_type',
  'expected_reward',
  'reward_earned',
  'reward_state',
  'referral_id',
  'stage_id',
  'expected_amount',
  'expected_close_date',
  'owner_id',
  'result',
];

/** The commissions of referrers that can be settled; their page settles them. */
const dueRewards = paths.filtered(agencyCommissions, { beneficiary_kind: 'referrer', status: 'due' });

/** Ventas › Oportunidades - REF: opportunities that came from a referral, with the referrer and the reward. */
export function ReferredOpportunities(): ReactElement {
  const { get } = useSettings();
  const may = useMay(agencyCommissions).view;
  const name = get('ref_label', referrals.label.many);
  return (
    <ResourceList
      actions={
        <>
          <LinkButton to={paths.list(referrals)}>Seguimiento - REF</LinkButton>
          {may.allowed && <LinkButton to={dueRewards}>Liquidar recompensas</LinkButton>}
        </>
      }
      cells={opportunityCells}
      columns={columns}
      constant={referred}
      description={`${name} que ya son oportunidades: quién las refirió y qué recompensa le toca.`}
      empty="Convierta un referido calificado en Seguimiento - REF: así nace su oportunidad."
      newHref={null}
      needs={needs}
      resource={opportunities}
      title="Oportunidades - REF"
    />
  );
}
