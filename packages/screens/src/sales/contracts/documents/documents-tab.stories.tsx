import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import { contractFiles } from '@pauta/domain/sales/contracts/documents/contract-file.ts';
import { uuid } from '@pauta/ui/testing/contract.ts';
import { StoryHost } from '@pauta/ui/testing/story-host.tsx';
import type { Meta, StoryObj } from '@storybook/react-vite';
import { DocumentsTab, type NeededDocument } from './documents-tab.tsx';

const meta = {
  title: 'Contratos/Documentos',
  component: DocumentsTab,
  tags: ['every-width'],
} satisfies Meta<typeof DocumentsTab>;

export default meta;

const needed: readonly NeededDocument[] = [
  {
    id: uuid(11),
    name: 'Permiso sanitario de publicidad',
    file_type: { id: uuid(21), label: 'Documento PDF' },
    blocks: 'submit',
    is_missing: true,
    expired_on: '2026-03-31',
  },
  {
    id: uuid(12),
    name: 'Orden de compra del cliente',
    file_type: { id: uuid(22), label: 'Orden de compra/pauta' },
    blocks: 'sign',
    is_missing: true,
    expired_on: null,
  },
  {
    id: uuid(13),
    name: 'Carta de la agencia',
    file_type: { id: uuid(23), label: 'Carta de autorización' },
    blocks: 'nothing',
    is_missing: false,
    expired_on: null,
  },
];

export const Missing: StoryObj = {
  render: () => (
    <StoryHost
      always={(path) =>
        path.endsWith('/required-documents') ? { status: 200, body: { data: needed } } : undefined
      }
      permissions={['contracts.view_all', 'contracts.create', 'contracts.update_all']}
      resource={contractFiles}
    >
      <DocumentsTab
        contract={
          {
            id: uuid(1),
            name: 'Campaña de verano',
            signed_scan: { id: uuid(31), name: 'CT-2023-118.pdf', mime: 'application/pdf', bytes: 482_133 },
          } as unknown as AnyRecord
        }
      />
    </StoryHost>
  ),
};
