import { type CellProps, cells } from '@pauta/ui/field-components/cells.tsx';
import type { ReactElement } from 'react';

const Money = cells.money;

/** The price of a package today: "Desde" before one to which chosen components are added. */
export function PackagePriceCell(props: CellProps): ReactElement {
  const isFrom = props.record?.price_mode === 'from' && props.value !== null;
  return isFrom ? (
    <span>
      Desde <Money {...props} />
    </span>
  ) : (
    <Money {...props} />
  );
}
