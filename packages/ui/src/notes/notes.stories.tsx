import { clients } from '@pauta/domain/crm/clients/client.ts';
import type { Meta, StoryObj } from '@storybook/react-vite';
import { type ReactElement, type ReactNode, useState } from 'react';
import { uuid } from '../testing/contract.ts';
import { createHost } from '../testing/host.tsx';
import { attachmentFixture, commentFixture, createNotesContract } from '../testing/notes-contract.ts';
import { Attachments } from './attachments.tsx';
import { Comments } from './comments.tsx';

function Host({
  children,
  permissions = ['clients.view_all', 'comments.create', 'attachments.create'],
  ...notes
}: {
  children: ReactNode;
  permissions?: readonly string[];
} & Parameters<typeof createNotesContract>[0]): ReactElement {
  const [{ Host: Inner }] = useState(() =>
    createHost(children, {
      baseUrl: 'http://pauta.example/api',
      fetch: createNotesContract(notes).fetch,
      permissions,
    }),
  );
  return <Inner />;
}

const id = uuid(1);
const comments = [
  commentFixture(1, {
    text: 'Hablé con la agencia: @María Núñez manda el contrato mañana.',
    mentions: [{ id: '3', label: 'María Núñez' }],
  }),
  commentFixture(2, { text: 'Listo.\nQueda pendiente la firma.', author: { id: '7', label: 'Ana Pérez' } }),
];
const attachments = [
  attachmentFixture(1),
  attachmentFixture(2, { title: 'Cédula del representante', kind: 'identification' }),
];

const meta = { title: 'Pantallas/Comentarios y adjuntos' } satisfies Meta;

export default meta;
type Story = StoryObj;

export const Conversation: Story = {
  render: () => (
    <Host comments={comments}>
      <Comments id={id} resource={clients} />
    </Host>
  ),
};
export const NoComments: Story = {
  render: () => (
    <Host>
      <Comments id={id} resource={clients} />
    </Host>
  ),
};
export const CommentsReadOnly: Story = {
  render: () => (
    <Host comments={comments} permissions={['clients.view_all']}>
      <Comments id={id} resource={clients} />
    </Host>
  ),
};
export const CommentsFailed: Story = {
  render: () => (
    <Host fails>
      <Comments id={id} resource={clients} />
    </Host>
  ),
};
export const Files: Story = {
  render: () => (
    <Host attachments={attachments}>
      <Attachments id={id} resource={clients} />
    </Host>
  ),
};
export const NoFiles: Story = {
  render: () => (
    <Host>
      <Attachments id={id} resource={clients} />
    </Host>
  ),
};
