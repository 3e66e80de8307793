import type { RegistrationDocument } from '@pauta/domain/crm/registrations/documents.ts';
import { Card } from '@pauta/ui/controls/card.tsx';
import { StoryHost } from '@pauta/ui/testing/story-host.tsx';
import type { Meta, StoryObj } from '@storybook/react-vite';
import { DocumentList, type DocumentListProps } from './document-list.tsx';

const meta = {
  title: 'CRM/Documentos de un registro',
  component: DocumentList,
  render: (props: DocumentListProps) => (
    <StoryHost>
      <Card title="Documentos">
        <DocumentList {...props} />
      </Card>
    </StoryHost>
  ),
} satisfies Meta<typeof DocumentList>;

export default meta;
type Story = StoryObj<typeof meta>;

const document: RegistrationDocument = {
  id: '0190a000-0000-7000-8000-0000000000d1',
  kind: 'commercial_registry',
  file: {
    id: '0190a000-0000-7000-8000-0000000000f1',
    name: 'Registro mercantil 2026.pdf',
    mime: 'application/pdf',
    bytes: 284_000,
  },
  created_at: '2026-11-21T10:00:00Z',
  author: null,
  removable: true,
};

const rules: DocumentListProps['rules'] = [
  {
    kind: 'commercial_registry',
    label: 'Registro mercantil',
    required: true,
    missing: false,
    extensions: ['pdf'],
    mimes: ['application/pdf'],
    max_mb: 20,
  },
  {
    kind: 'representative_id',
    label: 'Identificación del representante',
    required: true,
    missing: true,
    extensions: ['pdf', 'jpg', 'png'],
    mimes: ['application/pdf', 'image/jpeg', 'image/png'],
    max_mb: 5,
  },
];

const nothing = async (): Promise<void> => undefined;

export const Visitor: Story = {
  args: {
    documents: [document],
    rules,
    onAdd: nothing,
    onRemove: nothing,
    removable: (one) => one.removable,
  },
};

export const Decided: Story = {
  args: { documents: [document], rules, onDownload: nothing, removable: () => false },
};
