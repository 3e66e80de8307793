import { saleUnits } from '@pauta/domain/catalogues/inventory.ts';
import { type CellProps, cells } from '@pauta/ui/field-components/cells.tsx';
import type { ReactElement } from 'react';

const Money = cells.money;

/** The price of a space in force today, with the unit that it is of. */
export function SpacePriceCell(props: CellProps): ReactElement {
  const unit = saleUnits[props.record?.usual_price_unit as keyof typeof saleUnits];
  return props.value === null || unit === undefined ? (
    <Money {...props} />
  ) : (
    <span>
      <Money {...props} /> / {unit.toLocaleLowerCase('es')}
    </span>
  );
}
