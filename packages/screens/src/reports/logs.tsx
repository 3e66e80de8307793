import { usePermission } from '@pauta/core/react';
import { auditEntries } from '@pauta/domain/admin/audit/audit-entry.ts';
import { auditFieldLabel } from '@pauta/domain/admin/audit/audit-labels.ts';
import { LinkButton } from '@pauta/ui/controls/link-button.tsx';
import type { CellProps } from '@pauta/ui/field-components/cells.tsx';
import { resourceScreens } from '@pauta/ui/screens/resource-screens.tsx';
import type { ReactElement, ReactNode } from 'react';
import { ChainCheck } from './chain-card.tsx';
import { LogEntry } from './log-entry.tsx';
import { LogFilters } from './log-filters.tsx';
import { RecordCell } from './record-titles.tsx';

/** Changed fields by their labels, not by their column names. */
function FieldsCell({ value, record }: CellProps): ReactElement {
  const names = (value ?? []) as readonly string[];
  if (names.length === 0) return <span data-nothing>—</span>;
  return <>{names.map((name) => auditFieldLabel(String(record?.entity), name)).join(', ')}</>;
}

/** The author of the entry; without a user it was the system, or a visitor who was not signed in. */
function ActorCell({ value }: CellProps): ReactNode {
  const actor = value as { label: string } | null;
  return actor ? actor.label : <span data-nothing>Sistema o visitante</span>;
}

function ListActions(): ReactElement {
  return (
    <>
      {usePermission('proofs.view') && <LinkButton to="/gestion/pruebas">Pruebas de integridad</LinkButton>}
      <ChainCheck />
    </>
  );
}

/** Reportes › Logs de Auditoría: all recorded actions, with search, verification, and restoring single values. */
export const AuditLog = resourceScreens(auditEntries, {
  cells: { record_id: RecordCell, fields: FieldsCell, actor_id: ActorCell },
  list: {
    title: 'Logs de Auditoría',
    description:
      'Todo lo que se hizo, con los valores de antes y de después. Nadie puede cambiarlo ni borrarlo.',
    actions: <ListActions />,
    above: <LogFilters />,
    selectable: false,
    empty: 'Aquí aparecerá cada cambio que se haga.',
  },
  screens: { detail: LogEntry },
});
