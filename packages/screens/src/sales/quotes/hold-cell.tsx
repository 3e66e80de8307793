import { openQuoteStates } from '@pauta/domain/sales/quotes/quote-guards.ts';
import { useRowFact } from '@pauta/ui/data/row-facts.tsx';
import { type CellProps, cells } from '@pauta/ui/field-components/cells.tsx';
import type { ReactElement } from 'react';
import { AvailabilityBadge, type LineAvailability } from '../lines/line-availability.tsx';

interface QuoteAvailability {
  readonly id: string;
  readonly state: LineAvailability['state'];
}

const Choice = cells.choice;

/** Of a listed quote without holds: whether its spaces are free now, once that is known. */
function WithoutHold(props: CellProps): ReactElement {
  const { id, row_version } = props.record ?? {};
  const availability = useRowFact<QuoteAvailability>(String(id), Number(row_version));
  return availability ? <AvailabilityBadge availability={availability} /> : <Choice {...props} />;
}

/** Whether the spaces of a quote are held; in a list also whether they are free where none is. */
export function HoldCell(props: CellProps): ReactElement {
  const { record, value, place } = props;
  const isOpen = openQuoteStates.includes(String(record?.status));
  return place === 'list' && record && isOpen && value === 'none' ? (
    <WithoutHold {...props} />
  ) : (
    <Choice {...props} />
  );
}
