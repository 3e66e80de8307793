import type { Line } from '@pauta/domain/document/document.ts';
import { linesIn } from '@pauta/domain/resource/lines.ts';
import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import { Card } from '@pauta/ui/controls/card.tsx';
import { type ReactElement, useMemo } from 'react';
import { usePartOptions } from './budget-columns.ts';
import { BudgetSheet } from './budget-sheet.tsx';

/** The lines of a stored sales budget, read-only, with what they are compared with. */
export function BudgetLinesView({ record }: { readonly record: AnyRecord }): ReactElement {
  const lines = useMemo(() => linesIn(record, 'lines') as readonly Line[], [record]);
  const options = usePartOptions(lines, record.company_id);
  return (
    <Card title="Renglones">
      {lines.length === 0 ? (
        <p>No hay renglones.</p>
      ) : (
        <BudgetSheet budget={record} lines={lines} options={options} />
      )}
    </Card>
  );
}
