import { isExpired } from '@pauta/domain/inventory/holds/hold.ts';
import { type CellProps, cells } from '@pauta/ui/field-components/cells.tsx';
import type { ReactElement } from 'react';

const Choice = cells.choice;

/** State of a hold; one past its time is shown as expired before the server has ended it. */
function HoldStatusCell(props: CellProps): ReactElement {
  const { record = {} } = props;
  return <Choice {...props} value={isExpired(record) ? 'expired' : props.value} />;
}

/** Cells of the fields of a hold. */
export const holdCells = { status: HoldStatusCell };
