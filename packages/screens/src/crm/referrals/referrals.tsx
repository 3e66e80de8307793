import { useSettings } from '@pauta/core/react';
import { companyDay } from '@pauta/domain/calendar/company-clock.ts';
import { openReferralStates, referrals } from '@pauta/domain/crm/referrals/referral.ts';
import { formatCivilDate } from '@pauta/domain/kinds/date.ts';
import { formatField } from '@pauta/domain/kinds/kind.ts';
import type { Reference } from '@pauta/domain/kinds/reference.ts';
import { opportunities } from '@pauta/domain/sales/opportunities/opportunity.ts';
import { type CellProps, cells } from '@pauta/ui/field-components/cells.tsx';
import { ResourceList } from '@pauta/ui/list/resource-list.tsx';
import { RelatedList } from '@pauta/ui/screens/related-list.tsx';
import { resourceScreens } from '@pauta/ui/screens/resource-screens.tsx';
import type { ReactElement } from 'react';
import { activityOverrides } from '../../activities/record-page.tsx';
import { activitiesTab } from '../../activities/related-activities.tsx';

const DateTime = cells.dateTime;

/** The referrer: their kind and name. */
function ReferrerCell({ field, value, record = {}, place }: CellProps): ReactElement {
  const kind = formatField(field, value);
  if (place === 'detail') return <>{kind}</>;
  const one = (record.referrer_client_id ??
    record.referrer_agency_id ??
    record.referrer_user_id) as Reference | null;
  const name = one?.label ?? (record.referrer_name as string | null);
  return <>{name ? `${name} · ${kind}` : kind}</>;
}

const whole = (from: unknown): number =>
  Math.max(0, Math.floor((Date.now() - Date.parse(String(from))) / 86_400_000));

/** The first contact and whether it was in time; without one, the number of days since the referral. */
function FirstContactCell(props: CellProps): ReactElement {
  const { record = {}, value } = props;
  const due = Date.parse(String(record.contact_due_at));
  if (value) {
    const inTime = Date.parse(String(value)) <= due;
    return (
      <span>
        {props.place === 'list' ? formatCivilDate(companyDay(String(value))) : <DateTime {...props} />}{' '}
        <span data-badge data-tone={inTime ? 'success' : 'warning'}>
          {inTime ? 'A tiempo' : 'Tarde'}
        </span>
      </span>
    );
  }
  if (!openReferralStates.some((state) => state === record.status)) return <span data-nothing>—</span>;
  const days = whole(record.received_at);
  return (
    <span data-badge data-tone={Date.now() > due ? 'danger' : 'info'}>
      {`${days} ${days === 1 ? 'día' : 'días'} sin contacto`}
    </span>
  );
}

const ownCells = { referrer_kind: ReferrerCell, first_contact_at: FirstContactCell };

function ReferralList(): ReactElement {
  const { get } = useSettings();
  const name = get('ref_label', referrals.label.many);
  return (
    <ResourceList
      cells={ownCells}
      description={`${name}: quién los recomendó, cuándo se les contactó y en qué van.`}
      resource={referrals}
      title="Seguimiento - REF"
    />
  );
}

/** CRM › Seguimiento - REF: referred companies and people, with their referrers. */
export const Referrals = resourceScreens(referrals, {
  cells: ownCells,
  screens: { list: ReferralList },
  detail: {
    ...activityOverrides(({ id, referred_name }) => ({
      referral_id: { id, label: String(referred_name), code: null },
    })),
    commandInitial: (name, { referred_name, currency_code }) => ({
      ...(name === 'convert' && { name: referred_name, currency_code }),
    }),
    tabs: [
      {
        id: 'oportunidades',
        label: 'Oportunidades',
        content: (referral) => (
          <RelatedList
            by="referral_id"
            columns={['name', 'client_id', 'stage_id', 'expected_amount', 'owner_id', 'result']}
            empty="Nace al convertir el referido."
            of={referral}
            pages
            resource={opportunities}
            title="referred_name"
          />
        ),
      },
      activitiesTab('referral_id', 'referred_name'),
    ],
  },
});
