import { useApiQuery } from '@pauta/core/react';
import { companyDay } from '@pauta/domain/calendar/company-clock.ts';
import { formatCivilDate } from '@pauta/domain/kinds/date.ts';
import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import { Banner } from '@pauta/ui/controls/banner.tsx';
import type { ReactElement } from 'react';

/** The open link to a tariff, as the API answers it. */
export interface TariffLink {
  readonly created_at: string;
  readonly created_by: string | null;
  /** Last civil day on which it opens the tariff. */
  readonly until: string | null;
  /** The address of a political tariff; null for a link that was shown once. */
  readonly public_path: string | null;
}

/** Shows that the tariff of a price list is public, until when, and who published it. */
export function TariffNotice({ list }: { list: AnyRecord }): ReactElement | null {
  const { data } = useApiQuery<{ data: TariffLink | null }>(
    list.status === 'current' && list.kind !== 'internal' ? `/price-lists/${list.id}/tariff-link` : null,
  );
  const link = data?.data;
  if (!link) return null;
  const path = link.public_path === null ? null : `/tarifas/${link.public_path}`;
  return (
    <Banner tone="info">
      <strong>La tarifa está publicada</strong>
      {link.until === null ? '' : ` hasta el ${formatCivilDate(link.until)}`}
      {path === null ? ': la ve quien tenga el enlace. ' : ' en '}
      {path !== null && (
        <>
          <a href={path} rel="noreferrer" target="_blank">
            {`${location.origin}${path}`}
          </a>
          {'. '}
        </>
      )}
      {`La publicó ${link.created_by ?? 'el sistema'} el ${formatCivilDate(companyDay(link.created_at))}.`}
    </Banner>
  );
}
