import { type ColumnMeaning, columnMeanings, foldTitle } from '@pauta/domain/sales/orders/column-meanings.ts';
import type { OrderLayout, ReadColumn } from '@pauta/domain/sales/orders/order.ts';
import { Select } from '@pauta/ui/controls/select.tsx';
import type { ReactElement } from 'react';

const options = Object.entries(columnMeanings).map(([value, label]) => ({ value, label }));

const isMeaning = (meaning: ReadColumn['meaning']): meaning is ColumnMeaning => meaning in columnMeanings;

/** The columns with a title and what each means, as an agency's layout remembers them. */
export const layoutOf = (columns: readonly ReadColumn[]): OrderLayout =>
  Object.fromEntries(
    columns.flatMap(({ title, meaning }) => {
      const folded = foldTitle(title);
      return folded !== '' && isMeaning(meaning) ? [[folded, meaning]] : [];
    }),
  );

/** What each column means, to be corrected; the order is then read again. */
export function OrderColumns({
  columns,
  onChange,
}: {
  readonly columns: readonly ReadColumn[];
  readonly onChange: (layout: OrderLayout) => void;
}): ReactElement | null {
  const layout = layoutOf(columns);
  const titles = new Map(
    columns.filter(({ title }) => foldTitle(title) in layout).map(({ title }) => [foldTitle(title), title]),
  );
  if (titles.size === 0) return null;
  return (
    <details>
      <summary>Columnas que se entendieron</summary>
      <div data-columns>
        {[...titles].map(([folded, title]) => (
          <Select
            clearable={false}
            key={folded}
            label={title}
            onChange={(meaning) => onChange({ ...layout, [folded]: meaning as ColumnMeaning })}
            options={options}
            value={layout[folded] ?? 'ignored'}
          />
        ))}
      </div>
    </details>
  );
}
