import type { AvailabilityRow } from '@pauta/domain/inventory/capacity/availability.ts';
import { holds } from '@pauta/domain/inventory/holds/hold.ts';
import { inventoryItems } from '@pauta/domain/inventory/items/inventory-item.ts';
import { formatCivilDate } from '@pauta/domain/kinds/date.ts';
import { Button } from '@pauta/ui/controls/button.tsx';
import { Dialog } from '@pauta/ui/controls/dialog.tsx';
import { notify } from '@pauta/ui/controls/toast.ts';
import { useMay } from '@pauta/ui/data/may.ts';
import { paths } from '@pauta/ui/data/paths.ts';
import { ResourceForm } from '@pauta/ui/form/resource-form.tsx';
import { Link } from '@pauta/ui/router.ts';
import { type ReactElement, useState } from 'react';
import { styled } from 'styled-components';
import { HolderTable } from './holder-table.tsx';
import type { MatrixDay } from './matrix-rows.ts';

export interface SpaceDialogProps {
  readonly space: AvailabilityRow;
  /** The chosen days. */
  readonly days: readonly MatrixDay[];
  readonly onClose: () => void;
  /** A hold was created. */
  readonly onHeld: () => void;
}

const sections = holds.sections.map(({ label, fields }) => ({
  label,
  fields: fields.filter((name) => name !== 'inventory_item_id'),
}));

const Actions = styled.footer`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  justify-content: space-between;
  gap: var(--pauta-space-3);
  margin-block-start: var(--pauta-space-4);
  & a { color: var(--pauta-color-accent-text); }
`;

/** Some days of a space: what is free, who has the rest, and holding them. */
export function SpaceDialog({ space, days, onClose, onHeld }: SpaceDialogProps): ReactElement {
  const [isHolding, setHolding] = useState(false);
  const may = useMay(holds).create;
  const [from, to] = [days[0]?.day ?? '', days.at(-1)?.day ?? ''];
  const period =
    from === to ? formatCivilDate(from) : `del ${formatCivilDate(from)} al ${formatCivilDate(to)}`;
  return (
    <Dialog full={isHolding} onClose={onClose} open title={`${space.name}, ${period}`} width={48}>
      {isHolding ? (
        <ResourceForm
          bar="dialog"
          fixed={{ inventory_item_id: { id: space.id, label: space.name, code: space.code } }}
          initial={{ flight: { from, to }, ...(space.capacity_unit === 'seconds' && { duration_sec: 30 }) }}
          onCancel={() => setHolding(false)}
          onSaved={(record) => {
            notify(`Reserva ${String(record.number)} creada`);
            onHeld();
          }}
          resource={holds}
          sections={sections}
          submitLabel="Reservar"
        />
      ) : (
        <>
          <HolderTable from={from} itemId={space.id} to={to} />
          <Actions>
            <Link to={paths.record(inventoryItems, space.id)}>Abrir el espacio</Link>
            <Button
              disabledReason={may.allowed ? undefined : may.reason}
              onClick={() => setHolding(true)}
              tone="primary"
            >
              Reservar
            </Button>
          </Actions>
        </>
      )}
    </Dialog>
  );
}
