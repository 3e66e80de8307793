import type { ReceivedContents as Contents } from '@pauta/domain/fiscal/do/receiving/read-contents.ts';
import { receivedDocuments } from '@pauta/domain/fiscal/received-documents/received-document.ts';
import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import { uuid } from '@pauta/ui/testing/contract.ts';
import { StoryHost } from '@pauta/ui/testing/story-host.tsx';
import type { Meta, StoryObj } from '@storybook/react-vite';
import { ReceivedContents } from './received-contents.tsx';
import { ReceivedDocuments } from './received-documents.tsx';

const meta = {
  title: 'Facturación/Comprobantes recibidos',
  component: ReceivedContents,
  tags: ['every-width'],
} satisfies Meta<typeof ReceivedContents>;

export default meta;

const document = {
  id: uuid(1),
  row_version: 1,
  encf: 'E310000001200',
  issuer_rnc: '131246796',
  issuer_name: 'Energía Quisqueya, S. A.',
  company_id: { id: uuid(2), label: 'Canal Uno', code: null },
  ecf_type: '31',
  issue_date: '2026-11-20',
  due_date: '2026-12-20',
  modifies_number: null,
  currency_code: 'DOP',
  tax: '26730.00',
  total: '175230.00',
  security_code: 'aB3+9/',
  signer: 'Ana Suplidora',
  received_at: '2026-11-20T15:00:00.000Z',
  status: 'received',
  rejection_reason: null,
  decided_at: null,
  authority_status: 'accepted',
  answer_to_authority: 'none',
  answer_to_issuer: 'none',
  attention: null,
  attempts: 0,
  next_attempt_at: null,
  message: null,
  archived_at: null,
  created_at: '2026-11-20T15:00:00.000Z',
  updated_at: '2026-11-20T15:00:00.000Z',
} as unknown as AnyRecord;

const contents: Contents = {
  issuer_address: 'Av. Winston Churchill 25, Santo Domingo',
  issuer_phone: '809-555-0199',
  issuer_email: 'facturas@energia.example',
  internal_no: 'F-8821',
  purchase_order: 'OC-4471',
  payment: 'Crédito',
  taxable: '148500.00',
  exempt: null,
  lines: [
    {
      description: 'Servicio de energía eléctrica de los estudios',
      detail: 'Medidor 4471, noviembre',
      quantity: '1.00',
      unit_price: '140000.0000',
      amount: '140000.00',
    },
    {
      description: 'Cargo por potencia',
      detail: null,
      quantity: '1.00',
      unit_price: '8500.0000',
      amount: '8500.00',
    },
  ],
};

const permissions = ['received_documents.view_all', 'received_documents.decide', 'received_documents.export'];

export const Face: StoryObj = {
  render: () => (
    <StoryHost
      always={{ status: 200, body: { data: contents } }}
      permissions={permissions}
      resource={receivedDocuments}
    >
      <ReceivedContents document={document} />
    </StoryHost>
  ),
};

/** A document that waits for its approval, on its page. */
export const Waiting: StoryObj = {
  render: () => (
    <StoryHost
      always={(path) => (path.endsWith('/contents') ? { status: 200, body: { data: contents } } : undefined)}
      mount="/facturacion/facturacion/comprobantes-recibidos/*"
      path={`/facturacion/facturacion/comprobantes-recibidos/${uuid(1)}`}
      permissions={permissions}
      records={[document]}
      resource={receivedDocuments}
    >
      <ReceivedDocuments />
    </StoryHost>
  ),
};

/** One that the tax authority rejected is not approved. */
export const WithoutValue: StoryObj = {
  render: () => (
    <StoryHost
      always={(path) => (path.endsWith('/contents') ? { status: 200, body: { data: contents } } : undefined)}
      mount="/facturacion/facturacion/comprobantes-recibidos/*"
      path={`/facturacion/facturacion/comprobantes-recibidos/${uuid(1)}`}
      permissions={permissions}
      records={[{ ...document, authority_status: 'rejected', attention: 'invalid' }]}
      resource={receivedDocuments}
    >
      <ReceivedDocuments />
    </StoryHost>
  ),
};
