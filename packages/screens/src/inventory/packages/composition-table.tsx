import { capacityUnits } from '@pauta/domain/catalogues/inventory.ts';
import { inventoryItems } from '@pauta/domain/inventory/items/inventory-item.ts';
import { packageItems } from '@pauta/domain/inventory/packages/package-item.ts';
import { formatCivilDate } from '@pauta/domain/kinds/date.ts';
import { formatField } from '@pauta/domain/kinds/kind.ts';
import { sum } from '@pauta/domain/money/arithmetic.ts';
import { formatAmount } from '@pauta/domain/money/currency-amount.ts';
import { formatCount } from '@pauta/domain/text/locale.ts';
import { token as t } from '@pauta/layout/theme';
import { Badge } from '@pauta/ui/controls/badge.tsx';
import { FigureTable } from '@pauta/ui/controls/figure-table.ts';
import { paths } from '@pauta/ui/data/paths.ts';
import { Link } from '@pauta/ui/router.ts';
import type { ReactElement } from 'react';
import { styled } from 'styled-components';
import type { Composition, CompositionRow } from './composition.ts';

const Frame = styled(FigureTable)`
  & tbody tr[data-limiting] > * { background: ${t('color-warning-soft')}; }
  & small { display: block; color: ${t('color-text-muted')}; font-weight: 400; }
  & th[scope='row'] { font-weight: 400; }
`;

const unitOf = ({ capacity_unit }: CompositionRow): string =>
  (capacityUnits[capacity_unit as keyof typeof capacityUnits] ?? '').toLocaleLowerCase('es');

const quantity = (value: string): string => formatField(packageItems.fields.quantity, value);

export interface CompositionTableProps {
  readonly composition: Composition;
  readonly currency: string;
}

/** The components of a package: price in force, share, what each earns, and what is left of its space in the period. */
export function CompositionTable({
  composition: { components, limiting },
  currency,
}: CompositionTableProps): ReactElement {
  const money = (amount: string | null): string =>
    amount === null ? '—' : formatAmount({ amount, currency });
  const total = (name: 'amount' | 'allocated'): string | null => {
    const all = components.filter(({ is_optional }) => name === 'allocated' || !is_optional);
    return all.some((one) => one[name] === null) ? null : sum(all.map((one) => one[name] ?? '0'));
  };
  return (
    <Frame aria-label="Precio y disponibilidad de los componentes" role="region" tabIndex={0}>
      <table>
        <thead>
          <tr>
            <th scope="col">Componente</th>
            <th scope="col">Cantidad</th>
            <th scope="col">Precio vigente</th>
            <th scope="col">Importe</th>
            <th scope="col">Parte</th>
            <th scope="col">Le toca</th>
            <th scope="col">Libre por día</th>
            <th scope="col">Caben</th>
          </tr>
        </thead>
        <tbody>
          {components.map((row) => (
            <tr data-limiting={row.id === limiting || undefined} key={row.id}>
              <th scope="row">
                {row.inventory_item_id ? (
                  <Link to={paths.record(inventoryItems, row.inventory_item_id)}>{row.name}</Link>
                ) : (
                  row.name
                )}
                {row.is_optional && <small>Opcional</small>}
                {row.id === limiting && (
                  <small>
                    <Badge tone="warning">El más escaso</Badge>
                  </small>
                )}
              </th>
              <td>
                {quantity(row.quantity)}
                {(row.min_quantity !== null || row.max_quantity !== null) && (
                  <small>
                    de {quantity(row.min_quantity ?? row.quantity)} a{' '}
                    {quantity(row.max_quantity ?? row.quantity)}
                  </small>
                )}
              </td>
              <td>{row.unit_price === null ? 'Sin precio' : money(row.unit_price)}</td>
              <td>{money(row.amount)}</td>
              <td>{formatField(packageItems.fields.allocation_pct, row.allocation_pct)}</td>
              <td>{money(row.allocated)}</td>
              <td>
                {row.free === null ? (
                  '—'
                ) : (
                  <>
                    {formatCount(row.free)} {unitOf(row)}
                    {row.scarcest !== null && <small>el {formatCivilDate(row.scarcest)}</small>}
                  </>
                )}
              </td>
              <td>{row.fits === null ? '—' : formatCount(row.fits)}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">Total</th>
            <td />
            <td />
            <td>{money(total('amount'))}</td>
            <td>
              {formatField(
                packageItems.fields.allocation_pct,
                sum(['0', ...components.map(({ allocation_pct }) => allocation_pct)]),
              )}
            </td>
            <td>{money(total('allocated'))}</td>
            <td />
            <td />
          </tr>
        </tfoot>
      </table>
    </Frame>
  );
}
