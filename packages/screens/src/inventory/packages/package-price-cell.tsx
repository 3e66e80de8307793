import { type CellProps, cells } from '@pauta/ui/field-components/cells.tsx';
import type { ReactElement } from 'react';

const Money = cells.money;

/**
 * The price of a package today: "Desde" before one to which chosen components are added. A list has a column for that.
 */
export function PackagePriceCell(props: CellProps): ReactElement {
  const isFrom = props.place === 'detail' && props.record?.price_mode === 'from' && props.value !== null;
  return isFrom ? (
    <span>
      Desde <Money {...props} />
    </span>
  ) : (
    <Money {...props} />
  );
}
