import { useApiQuery } from '@pauta/core/react';
import type { Line } from '@pauta/domain/document/document.ts';
import { type Reference, referenceId } from '@pauta/domain/kinds/reference.ts';
import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import { token as t } from '@pauta/layout/theme';
import type { LineNoteProps } from '@pauta/ui/document/form/line-row.tsx';
import type { ReactElement } from 'react';
import { styled } from 'styled-components';
import { ComponentAmounts } from '../lines/components/component-amounts.tsx';
import { PackageLineNote } from '../lines/components/package-line-note.tsx';
import { AvailabilityBadge, type LineAvailability } from '../lines/line-availability.tsx';
import { LineConditions } from '../lines/line-conditions.tsx';
import { PriceChainButton } from '../lines/price-chain.tsx';
import { priceNote } from '../lines/price-note.ts';
import type { QuoteTables } from './quote-tables.ts';

const Note = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: ${t('space-1')} ${t('space-3')};
  color: ${t('color-text-muted')};
  font-size: ${t('text-sm')};
`;

/** Below a line in the form: whether its space is free, and where its price comes from. */
export function QuoteLineNote({ line, tables, onChange }: LineNoteProps): ReactElement | null {
  const { availability, list, rules, explain, packages } = (tables ?? {}) as Partial<QuoteTables>;
  const isChosen = line.inventory_item_id ?? line.package_id ?? line.ad_article_id;
  if (!isChosen) return null;
  const currency = String(line.currency_code ?? 'DOP');
  const pack = line.line_kind === 'package' ? packages?.[referenceId(line.package_id) ?? ''] : undefined;
  return (
    <Note>
      <AvailabilityBadge availability={availability?.[String(line.id)]} />
      {line.sale_unit != null && <span>{priceNote(line, currency, list)}</span>}
      {explain && line.sale_unit != null && (
        <PriceChainButton explain={() => explain(line as Line)} line={line} />
      )}
      {pack && <ComponentAmounts currency={currency} line={line} pack={pack} />}
      {rules && line.line_kind !== 'package' && (
        <LineConditions line={line} onChange={onChange} rules={rules} />
      )}
    </Note>
  );
}

/** Below a line on the page of a quote: its hold or whether its space is free, and where its price comes from. */
export function QuoteRecordLineNote({
  line,
  record,
}: {
  readonly line: Line;
  readonly record: AnyRecord;
}): ReactElement {
  const isOpen = record.status === 'draft' || record.status === 'sent' || record.status === 'accepted';
  const { data } = useApiQuery<{ data: Readonly<Record<string, LineAvailability>> }>(
    isOpen ? `/quotes/${record.id}/availability` : null,
  );
  return (
    <Note>
      <AvailabilityBadge availability={data?.data[line.id]} />
      <span>
        {priceNote(
          line,
          String(record.currency_code),
          (record.price_list_id as Reference | null | undefined)?.label,
        )}
      </span>
      <PriceChainButton line={line} path={`/quotes/${record.id}/prices`} />
      <PackageLineNote line={line} record={record} />
    </Note>
  );
}
