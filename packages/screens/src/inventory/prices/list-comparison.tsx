import { useApiQuery } from '@pauta/core/react';
import { saleUnits } from '@pauta/domain/catalogues/inventory.ts';
import { priceLists } from '@pauta/domain/inventory/prices/price-list.ts';
import { decimalKind } from '@pauta/domain/kinds/number.ts';
import { type Reference, reference } from '@pauta/domain/kinds/reference.ts';
import { formatMoney } from '@pauta/domain/money/format-money.ts';
import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import { formatCount } from '@pauta/domain/text/locale.ts';
import { Badge } from '@pauta/ui/controls/badge.tsx';
import { Card } from '@pauta/ui/controls/card.tsx';
import { FailureBanner } from '@pauta/ui/controls/failure-banner.tsx';
import { FigureTable } from '@pauta/ui/controls/figure-table.ts';
import { Skeleton } from '@pauta/ui/controls/skeleton.tsx';
import { inputs } from '@pauta/ui/field-components/inputs.tsx';
import { type ReactElement, useState } from 'react';
import { styled } from 'styled-components';

interface Comparison {
  readonly added: number;
  readonly removed: number;
  readonly raised: number;
  readonly lowered: number;
  readonly same: number;
  readonly prices: readonly {
    readonly subject: string;
    readonly unit: keyof typeof saleUnits;
    readonly min_qty: string;
    readonly before: string | null;
    readonly after: string | null;
    readonly change_pct: string | null;
  }[];
  readonly rules: readonly {
    readonly code: string;
    readonly name: string;
    readonly before: string | null;
    readonly after: string | null;
  }[];
}

const Summary = styled.p`
  display: flex;
  flex-wrap: wrap;
  gap: var(--pauta-space-2);
  margin-block: var(--pauta-space-4) var(--pauta-space-2);
`;

const other = reference('Comparar con', () => priceLists);

/** A number without trailing zeros. */
const short = (value: string): string => decimalKind.format(value, { scale: 4 });

const signed = (value: string): string =>
  `${value.startsWith('-') ? '−' : '+'}${short(value.replace('-', ''))} %`;

/** What differs between a price list and another: by default the one it was copied from. */
export function ListComparison({ list }: { readonly list: AnyRecord }): ReactElement {
  const [chosen, setChosen] = useState((list.base_list_id as Reference | null | undefined) ?? null);
  const path = chosen ? `/price-lists/${list.id}/comparison?with=${chosen.id}` : null;
  const { data, error, mutate } = useApiQuery<{ data: Comparison }>(path);
  const Other = inputs.reference;
  return (
    <Card>
      <Other
        field={other}
        label={other.label}
        name="comparison"
        onBlur={() => {}}
        onChange={(value) => setChosen(value as Reference | null)}
        value={chosen}
        values={{}}
      />
      {error && <FailureBanner error={error} onRetry={() => void mutate()} />}
      {path && !data && !error && <Skeleton />}
      {data && <Differences comparison={data.data} currency={String(list.currency_code)} />}
    </Card>
  );
}

function Differences({
  comparison,
  currency,
}: {
  readonly comparison: Comparison;
  readonly currency: string;
}): ReactElement {
  const { added, removed, raised, lowered, same, prices, rules } = comparison;
  const price = (value: string | null): string => (value === null ? '—' : formatMoney(value, currency, 2));
  const rest = added + removed + raised + lowered - prices.length;
  return (
    <>
      <Summary>
        <Badge tone="warning">{`Suben ${formatCount(raised)}`}</Badge>
        <Badge tone="info">{`Bajan ${formatCount(lowered)}`}</Badge>
        <Badge tone="success">{`Nuevos ${formatCount(added)}`}</Badge>
        <Badge tone="danger">{`Ya no están ${formatCount(removed)}`}</Badge>
        <Badge tone="neutral">{`Iguales ${formatCount(same)}`}</Badge>
      </Summary>
      {prices.length > 0 && (
        <FigureTable>
          <table>
            <caption>
              {rest > 0
                ? `Los ${formatCount(prices.length)} cambios mayores; ${formatCount(rest)} más no se muestran`
                : 'Precios que cambian'}
            </caption>
            <thead>
              <tr>
                <th scope="col">Precio de</th>
                <th scope="col">Unidad</th>
                <th scope="col">Desde</th>
                <th scope="col">Antes</th>
                <th scope="col">Ahora</th>
                <th scope="col">Cambio</th>
              </tr>
            </thead>
            <tbody>
              {prices.map(({ subject, unit, min_qty, before, after, change_pct }) => (
                <tr key={`${subject} ${unit} ${min_qty}`}>
                  <th scope="row">{subject}</th>
                  <td>{saleUnits[unit]}</td>
                  <td>{short(min_qty)}</td>
                  <td>{price(before)}</td>
                  <td>{price(after)}</td>
                  <td>
                    {change_pct !== null
                      ? signed(change_pct)
                      : before === null
                        ? 'Nuevo'
                        : after === null
                          ? 'Ya no está'
                          : '—'}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </FigureTable>
      )}
      {rules.length > 0 && (
        <FigureTable>
          <table>
            <caption>Recargos y descuentos que cambian, en su valor o en sus condiciones</caption>
            <thead>
              <tr>
                <th scope="col">Regla</th>
                <th scope="col">Antes</th>
                <th scope="col">Ahora</th>
              </tr>
            </thead>
            <tbody>
              {rules.map(({ code, name, before, after }) => (
                <tr key={code}>
                  <th scope="row">{`${name} · ${code}`}</th>
                  <td>{before === null ? '—' : short(before)}</td>
                  <td>{after === null ? 'Ya no está' : short(after)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </FigureTable>
      )}
    </>
  );
}
