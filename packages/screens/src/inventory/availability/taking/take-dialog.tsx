import { holds } from '@pauta/domain/inventory/holds/hold.ts';
import { Dialog } from '@pauta/ui/controls/dialog.tsx';
import { notify } from '@pauta/ui/controls/toast.ts';
import { ResourceForm } from '@pauta/ui/form/resource-form.tsx';
import type { ReactElement } from 'react';
import { periodInWords } from '../matrix/words.ts';
import type { Taken } from './taken.ts';

const sections = holds.sections.map(({ label, fields }) => ({
  label,
  fields: fields.filter((name) => name !== 'inventory_item_id'),
}));

/** Holds one space. */
export function TakeDialog({
  taken,
  onClose,
  onHeld,
}: {
  readonly taken: Taken;
  readonly onClose: () => void;
  /** Called with what changed, as `holds:<id>`. */
  readonly onHeld: (changed: readonly string[]) => void;
}): ReactElement | null {
  const { spaces, from, to } = taken;
  const [space] = spaces;
  if (!space) return null;
  return (
    <Dialog full onClose={onClose} open title={`${space.name}, ${periodInWords(taken)}`} width={48}>
      <ResourceForm
        bar="dialog"
        fixed={{ inventory_item_id: { id: space.id, label: space.name, code: space.code } }}
        initial={{ flight: { from, to }, ...(space.capacity_unit === 'seconds' && { duration_sec: 30 }) }}
        onCancel={onClose}
        onSaved={(record) => {
          notify(`Reserva ${String(record.number)} creada`);
          onHeld([`holds:${record.id}`]);
        }}
        resource={holds}
        sections={sections}
        submitLabel="Reservar"
      />
    </Dialog>
  );
}
