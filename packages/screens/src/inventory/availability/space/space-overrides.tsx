import { useApiQuery } from '@pauta/core/react';
import { formatInstant } from '@pauta/domain/calendar/company-clock.ts';
import { capacityOverrides } from '@pauta/domain/inventory/overrides/capacity-override.ts';
import type { DateRange } from '@pauta/domain/kinds/date-range.ts';
import { formatField } from '@pauta/domain/kinds/kind.ts';
import type { Page } from '@pauta/domain/resource/query/query.ts';
import { type AnyRecord, fieldOf } from '@pauta/domain/resource/resource.ts';
import { formatCount } from '@pauta/domain/text/locale.ts';
import { paths } from '@pauta/ui/data/paths.ts';
import { Link } from '@pauta/ui/router.ts';
import type { ReactElement } from 'react';
import { styled } from 'styled-components';
import { periodInWords } from '../matrix/words.ts';

const Root = styled.section`
  & h3 { margin: 0 0 var(--pauta-space-1); font-size: var(--pauta-text-md); }
  & ul { margin: 0 0 var(--pauta-space-2); padding-inline-start: var(--pauta-space-4); font-size: var(--pauta-text-sm); }
  & a { color: var(--pauta-color-accent-text); }
`;

const statusField = fieldOf(capacityOverrides, 'status');

const inWords = ({ dates, units, status, expires_at }: AnyRecord): string => {
  const { from, to } = dates as DateRange;
  return `${formatCount(Number(units))} más cada día, ${periodInWords({ from: from ?? '', to: to ?? '' })}, ${formatField(
    statusField,
    status,
  ).toLocaleLowerCase('es')}, hasta el ${formatInstant(String(expires_at))}`;
};

/** What was asked for, or approved, above the capacity of a space on some days; asking for more. */
export function SpaceOverrides({
  itemId,
  from,
  to,
}: {
  readonly itemId: string;
  readonly from: string;
  readonly to: string;
}): ReactElement {
  const { data } = useApiQuery<Page<AnyRecord>>(
    `/${capacityOverrides.path}?f.inventory_item_id=${itemId}&f.dates=${from}..${to}&count=no`,
  );
  const found = data?.data ?? [];
  return (
    <Root aria-label="Sobrecapacidad">
      {found.length > 0 && (
        <>
          <h3>Sobrecapacidad</h3>
          <ul>
            {found.map((one) => (
              <li key={one.id}>
                <Link to={paths.record(capacityOverrides, one.id)}>{inWords(one)}</Link>
              </li>
            ))}
          </ul>
        </>
      )}
      <Link to={`${paths.create(capacityOverrides)}?inventory_item_id=${itemId}`}>
        Pedir sobrecapacidad de este espacio
      </Link>
    </Root>
  );
}
