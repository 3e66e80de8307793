import { clientRegistrations } from '@pauta/domain/crm/registrations/client-registration.ts';
import { FieldsForm } from '@pauta/ui/form/fields-form.tsx';
import { uuid } from '@pauta/ui/testing/contract.ts';
import { StoryHost } from '@pauta/ui/testing/story-host.tsx';
import type { Meta, StoryObj } from '@storybook/react-vite';
import type { ReactElement } from 'react';
import { approvalInputs } from './approval-inputs.tsx';

const meta = { title: 'Pantallas/Aprobación de un registro' } satisfies Meta;

export default meta;
type Story = StoryObj;

const initial = {
  registration_id: uuid(1),
  industry_id: { id: uuid(2), label: 'Bebidas no alcohólicas' },
  with_signatory: true,
  signatory_name: 'Rosa Peralta',
  signatory_country_id: { id: uuid(3), label: 'República Dominicana', code: 'DO' },
  signatory_id_type: 'CEDULA',
  signatory_id: '00113918205',
};

const form = (proposal: object | null): ReactElement => (
  <StoryHost
    always={{ status: 200, body: { data: proposal } }}
    permissions={['client_registrations.approve']}
    resource={clientRegistrations}
  >
    <FieldsForm
      bar="dialog"
      fields={clientRegistrations.commands.approve?.fields ?? {}}
      initial={initial}
      inputs={approvalInputs}
      label="Aprobar"
      onSubmit={() => {}}
      submitLabel="Aprobar"
    />
  </StoryHost>
);

export const Proposed: Story = {
  render: () =>
    form({ user: { id: uuid(4), label: 'Ana Méndez' }, rule: { id: uuid(5), name: 'Bebidas del Cibao' } }),
};

export const NoRule: Story = { render: () => form(null) };
