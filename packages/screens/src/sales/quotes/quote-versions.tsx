import { formatField } from '@pauta/domain/kinds/kind.ts';
import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import { fieldOf } from '@pauta/domain/resource/resource.ts';
import { quotes } from '@pauta/domain/sales/quotes/quote.ts';
import { token as t } from '@pauta/layout/theme';
import { Card } from '@pauta/ui/controls/card.tsx';
import { Select } from '@pauta/ui/controls/select.tsx';
import { Skeleton } from '@pauta/ui/controls/skeleton.tsx';
import { paths } from '@pauta/ui/data/paths.ts';
import { useRecord } from '@pauta/ui/data/use-record.ts';
import { useResourceList } from '@pauta/ui/data/use-resource-list.ts';
import { cells } from '@pauta/ui/field-components/cells.tsx';
import { Link } from '@pauta/ui/router.ts';
import { type ReactElement, useState } from 'react';
import { styled } from 'styled-components';
import { QuoteComparison } from './quote-comparison.tsx';

const shown = ['flight', 'net', 'max_discount_pct', 'total', 'valid_until', 'sent_at', 'status'] as const;

const Chooser = styled.div`
  max-inline-size: 16rem;
  margin-block: ${t('space-4')};
`;

const Root = styled.div`
  overflow-x: auto;
  & table { border-collapse: collapse; inline-size: 100%; min-inline-size: 46rem; }
  & :is(th, td) { padding: ${t('space-2')}; border-block-end: 1px solid ${t('color-border')}; text-align: start; }
  & thead th { color: ${t('color-text-muted')}; font-size: ${t('text-sm')}; font-weight: ${t('weight-medium')}; }
  & [data-align='end'] { text-align: end; font-variant-numeric: tabular-nums; }
  & tr[aria-current] { background: ${t('color-hover')}; }
`;

/** Compares a version with another one, by default with the one before it. */
function Comparison({ quote, others }: { quote: AnyRecord; others: readonly AnyRecord[] }): ReactElement {
  const former = others.find(({ version }) => Number(version) < Number(quote.version)) ?? others[0];
  const [chosen, setChosen] = useState(former?.id ?? '');
  const other = useRecord(quotes, chosen).data?.data;
  const [before, after] = !other
    ? []
    : Number(other.version) < Number(quote.version)
      ? [other, quote]
      : [quote, other];
  return (
    <>
      <Chooser>
        <Select
          clearable={false}
          label="Comparar con"
          onChange={setChosen}
          options={others.map(({ id, version }) => ({ value: id, label: `Versión ${String(version)}` }))}
          value={chosen}
        />
      </Chooser>
      {before && after ? <QuoteComparison after={after} before={before} /> : <Skeleton lines={4} />}
    </>
  );
}

/** Every version of a quote, the newest first, and what differs between this one and another. */
export function QuoteVersions({ quote }: { readonly quote: AnyRecord }): ReactElement {
  const page = useResourceList(
    quotes,
    {
      q: '',
      filters: [
        { field: 'number', operator: 'is', value: String(quote.number) },
        { field: 'company_id', operator: 'in', values: [(quote.company_id as { id: string }).id] },
      ],
      where: null,
      sort: { field: 'created_at', descending: true },
      limit: 100,
      cursor: null,
      archived: false,
    },
    ['number', 'version', 'currency_code', ...shown],
  );
  const rows = page.data?.data;
  const others = rows?.filter(({ id }) => id !== quote.id) ?? [];
  return (
    <>
      <Card>
        {rows ? (
          <Root>
            <table aria-label="Versiones">
              <thead>
                <tr>
                  <th scope="col">Versión</th>
                  {shown.map((name) => (
                    <th data-align={fieldOf(quotes, name).kind.align} key={name} scope="col">
                      {fieldOf(quotes, name).label}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {rows.map((row) => (
                  <tr aria-current={row.id === quote.id ? 'true' : undefined} key={row.id}>
                    <th scope="row">
                      <Link to={paths.record(quotes, row.id)}>
                        {formatField(fieldOf(quotes, 'version'), row.version)}
                      </Link>
                    </th>
                    {shown.map((name) => {
                      const field = fieldOf(quotes, name);
                      const Cell = cells[field.kind.name];
                      return (
                        <td data-align={field.kind.align} key={name}>
                          <Cell field={field} place="list" record={row} value={row[name]} />
                        </td>
                      );
                    })}
                  </tr>
                ))}
              </tbody>
            </table>
          </Root>
        ) : (
          <Skeleton lines={4} />
        )}
      </Card>
      {others.length > 0 && <Comparison key={quote.id} others={others} quote={quote} />}
    </>
  );
}
