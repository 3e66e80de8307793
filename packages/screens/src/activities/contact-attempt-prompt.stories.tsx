import { StoryHost } from '@pauta/ui/testing/story-host.tsx';
import type { Meta, StoryObj } from '@storybook/react-vite';
import { type ReactElement, useEffect } from 'react';
import { ContactAttemptPrompt } from './contact-attempt-prompt.tsx';
import { type ContactAttempt, contactAttemptStore } from './contact-attempt-store.ts';

const meta = { title: 'Pantallas/Registrar lo que se hizo', component: ContactAttemptPrompt } satisfies Meta<
  typeof ContactAttemptPrompt
>;

export default meta;
type Story = StoryObj;

const client = {
  id: '01890a5d-ac96-774b-bcce-b302099a8001',
  label: 'Distribuidora Corripio',
  code: 'CLI-0001',
};
const contact = { id: '01890a5d-ac96-774b-bcce-b302099a8002', label: 'Ana Peñaló', code: null };
const permissions = ['activities.view_all', 'activities.create', 'activities.work'];

function Page({ reach }: { reach: ContactAttempt | null }): ReactElement {
  useEffect(() => contactAttemptStore.set(reach), [reach]);
  return (
    <StoryHost permissions={permissions}>
      <h1>Página de un cliente</h1>
      <p data-contact={contact.id} data-name={contact.label}>
        <a href="tel:+18095550101">Llamar a Ana</a>
      </p>
      <a href="mailto:ventas@ejemplo.com">Escribir a la empresa</a>
      <ContactAttemptPrompt about={{ client_id: client }} />
    </StoryHost>
  );
}

/** No contact was called or written to, so there is no prompt. */
export const Quiet: Story = { name: 'Sin nada que registrar', render: () => <Page reach={null} /> };

export const Called: Story = {
  name: 'Después de llamar',
  render: () => <Page reach={{ kind: 'call', contact }} />,
};

export const Written: Story = {
  name: 'Después de escribir un correo',
  render: () => <Page reach={{ kind: 'email' }} />,
};
