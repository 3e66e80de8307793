import { auditEntries } from '@pauta/domain/admin/audit/audit-entry.ts';
import { auditFieldLabel } from '@pauta/domain/admin/audit/audit-labels.ts';
import type { CellProps } from '@pauta/ui/field-components/cells.tsx';
import { resourceScreens } from '@pauta/ui/screens/resource-screens.tsx';
import type { ReactElement, ReactNode } from 'react';
import { ChainCheck } from './chain-card.tsx';
import { LogEntry } from './log-entry.tsx';
import { LogFilters } from './log-filters.tsx';
import { RecordCell } from './record-titles.tsx';

/** Fields by the names that people know, not by those of the columns. */
function FieldsCell({ value, record }: CellProps): ReactElement {
  const names = (value ?? []) as readonly string[];
  if (names.length === 0) return <span data-nothing>—</span>;
  return <>{names.map((name) => auditFieldLabel(String(record?.entity), name)).join(', ')}</>;
}

/** The author; without a user it was the system, or somebody who had not signed in. */
function ActorCell({ value }: CellProps): ReactNode {
  const actor = value as { label: string } | null;
  return actor ? actor.label : <span data-nothing>Sistema o visitante</span>;
}

/** Reportes › Logs de Auditoría: everything that was done, searchable, provable, and reversible value by value. */
export const AuditLog = resourceScreens(auditEntries, {
  cells: { record_id: RecordCell, fields: FieldsCell, actor_id: ActorCell },
  list: {
    title: 'Logs de Auditoría',
    description:
      'Todo lo que se hizo, con los valores de antes y de después. Nadie puede cambiarlo ni borrarlo.',
    actions: <ChainCheck />,
    above: <LogFilters />,
    selectable: false,
    empty: 'Aquí aparecerá cada cambio que se haga.',
  },
  screens: { detail: LogEntry },
});
