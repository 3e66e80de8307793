import { saleUnits } from '@pauta/domain/catalogues/inventory.ts';
import { prices } from '@pauta/domain/inventory/prices/price.ts';
import { formatField } from '@pauta/domain/kinds/kind.ts';
import { formatCount } from '@pauta/domain/text/locale.ts';
import { DescriptionList } from '@pauta/ui/controls/description-list.tsx';
import type { ReactElement } from 'react';

/** The answer of the command `adjust` of a price list, and of its dry run. */
export interface Adjusting {
  /** How many prices change. */
  readonly prices: number;
  readonly examples: readonly {
    readonly subject: string;
    readonly unit: keyof typeof saleUnits;
    readonly before: string;
    readonly after: string;
  }[];
}

/** The number of adjusted prices in words. @example changedPrices(1) // '1 precio cambia' */
export const changedPrices = (count: number): string =>
  count === 1 ? '1 precio cambia' : `${formatCount(count)} precios cambian`;

const amount = (value: string): string => formatField(prices.fields.unit_price, value);

/** Shows what an adjustment would change: how many prices, and the first ones before and after. */
export function AdjustPlan({ plan }: { plan: Adjusting }): ReactElement {
  if (plan.prices === 0) return <p>Ningún precio cambia.</p>;
  const rest = plan.prices - plan.examples.length;
  return (
    <>
      <p>
        <strong>{changedPrices(plan.prices)}</strong>
        {rest > 0 && `; estos son los primeros ${plan.examples.length}:`}
      </p>
      <DescriptionList
        items={plan.examples.map(({ subject, unit, before, after }, place) => ({
          key: String(place),
          label: `${subject} (${saleUnits[unit].toLocaleLowerCase('es')})`,
          value: `${amount(before)} → ${amount(after)}`,
        }))}
      />
    </>
  );
}
