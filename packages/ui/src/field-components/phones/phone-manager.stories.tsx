import { contacts } from '@pauta/domain/crm/contacts/contact.ts';
import type { JsonRow } from '@pauta/domain/kinds/json.ts';
import type { Meta, StoryObj } from '@storybook/react-vite';
import { type ReactElement, useState } from 'react';
import { StoryHost } from '../../testing/story-host.tsx';
import { PhoneManager, type PhoneManagerProps } from './phone-manager.tsx';
import { PhonesCell } from './phones-cell.tsx';

const row = (values: JsonRow): JsonRow => ({
  kind: 'mobile',
  extension: '',
  is_primary: false,
  is_whatsapp: false,
  do_not_call: false,
  valid_hours: '',
  verified_on: '',
  ...values,
});

const several = [
  row({ number: '+18095550101', is_primary: true, is_whatsapp: true, verified_on: '2026-03-09' }),
  row({ kind: 'extension', number: '+18295550102', extension: '3', valid_hours: 'L–V 9:00–17:00' }),
  row({ kind: 'home', number: '+573001234567', do_not_call: true }),
];

function Manager(props: Partial<PhoneManagerProps>): ReactElement {
  const [rows, setRows] = useState(props.rows ?? []);
  return (
    <StoryHost>
      <div style={{ maxInlineSize: '46rem', padding: '1rem' }}>
        <PhoneManager label="Teléfonos" name="phones" {...props} onChange={setRows} rows={rows} />
      </div>
    </StoryHost>
  );
}

const meta = { title: 'Controles/Gestor de teléfonos', component: Manager } satisfies Meta<typeof Manager>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Empty: Story = {};
export const Several: Story = { args: { rows: several } };
export const Wrong: Story = {
  args: {
    error: 'Teléfono 1, Número: revise el número; no tiene las cifras de su país.',
    rows: [row({ number: '809 555', is_primary: true }), row({ kind: 'extension', number: '+18095550102' })],
  },
};
export const AlsoOfOthers: Story = {
  args: {
    rows: several.slice(0, 1),
    owners: [
      {
        number: '+18095550101',
        contacts: [{ id: '1', label: 'Rosa Díaz', code: null }],
        hidden: 1,
      },
    ],
    ownerPath: () => '/crm/contactos/1',
  },
};
export const ReadOnly: Story = { args: { rows: several, readOnly: true } };

/** As shown on the page of a contact. */
export const OnItsPage: Story = {
  render: () => (
    <StoryHost>
      <div style={{ padding: '1rem' }}>
        <PhonesCell field={contacts.fields.phones} place="detail" value={several} />
      </div>
    </StoryHost>
  ),
};
