import { useApiMutation } from '@pauta/core/react';
import { companyToday } from '@pauta/domain/calendar/company-clock.ts';
import { companies } from '@pauta/domain/catalogues/organization.ts';
import type { Field, Fields } from '@pauta/domain/kinds/kind.ts';
import { integer } from '@pauta/domain/kinds/number.ts';
import { type Reference, reference } from '@pauta/domain/kinds/reference.ts';
import { text } from '@pauta/domain/kinds/text.ts';
import {
  changeKinds,
  type Simulation,
  type SimulationChange,
  writtenChange,
} from '@pauta/domain/presales/simulation/simulation.ts';
import { Dialog } from '@pauta/ui/controls/dialog.tsx';
import { notify } from '@pauta/ui/controls/toast.ts';
import { FieldsForm } from '@pauta/ui/form/fields-form.tsx';
import type { ReactElement } from 'react';
import { atFields, bodyWith, changeFields, changeOf } from './change-fields.ts';

const invalidates = ['/portfolio/simulations'];

const newFields = (): Fields => ({
  name: text('Nombre', { max: 120, required: true, width: 'full' }) as Field,
  company_id: reference('Compañía', () => companies, { required: true }) as Field,
  year: integer('Año', {
    required: true,
    min: 2000,
    max: 2100,
    initial: Number(companyToday().slice(0, 4)),
  }) as Field,
});

/** Makes a simulation without changes. */
export function NewSimulationDialog({
  onClose,
  onDone,
}: {
  readonly onClose: () => void;
  readonly onDone: (id: string) => void;
}): ReactElement {
  const create = useApiMutation(
    (api, body: object) => api.post<{ data: Simulation }>('/portfolio/simulations', body),
    { invalidates },
  );
  return (
    <Dialog onClose={onClose} open title="Nueva simulación">
      <FieldsForm
        above={<p>Solo usted la ve. Nada cambia hasta que publique sus borradores y se aprueben.</p>}
        autoFocus
        bar="dialog"
        fields={newFields()}
        label="Nueva simulación"
        onCancel={onClose}
        onSubmit={async ({ name, company_id, year }) => {
          const { data } = await create.run({
            name,
            company_id: (company_id as Reference).id,
            year: Number(year),
            changes: [],
          });
          onDone(data.id);
        }}
        submitLabel="Crear"
      />
    </Dialog>
  );
}

/** Adds a change to a simulation. */
export function ChangeDialog({
  simulation,
  kind,
  onClose,
}: {
  readonly simulation: Simulation;
  readonly kind: SimulationChange['kind'];
  readonly onClose: () => void;
}): ReactElement {
  const save = useApiMutation(
    (api, body: object) =>
      api.put(`/portfolio/simulations/${simulation.id}`, body, { ifMatch: simulation.row_version }),
    { invalidates },
  );
  return (
    <Dialog onClose={onClose} open title={changeKinds[kind]}>
      <FieldsForm
        autoFocus
        bar="dialog"
        fields={changeFields[kind]()}
        label={changeKinds[kind]}
        onCancel={onClose}
        onSubmit={async (values) => {
          const before = simulation.changes.map(writtenChange);
          try {
            await save.run(bodyWith(simulation, [...before, changeOf(kind, values)]));
          } catch (failure) {
            throw atFields(failure, before.length);
          }
          notify('Cambio agregado');
          onClose();
        }}
        submitLabel="Agregar"
      />
    </Dialog>
  );
}
