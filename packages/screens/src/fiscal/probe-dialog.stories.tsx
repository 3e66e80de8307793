import { ecfIssuers } from '@pauta/domain/fiscal/do/ecf-issuer.ts';
import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import { uuid } from '@pauta/ui/testing/contract.ts';
import { StoryHost } from '@pauta/ui/testing/story-host.tsx';
import type { Meta, StoryObj } from '@storybook/react-vite';
import { ProbeDialog } from './probe-dialog.tsx';

const meta = {
  title: 'Facturación/Probar conexión',
  component: ProbeDialog,
  tags: ['every-width'],
} satisfies Meta<typeof ProbeDialog>;

export default meta;

const issuer = { id: uuid(1), row_version: 1, name: 'Canal Uno' } as unknown as AnyRecord;

const story = (data: object): StoryObj => ({
  render: () => (
    <StoryHost
      always={() => ({ status: 200, body: { data } })}
      permissions={['finance.manage', 'fiscal_sequences.view_all']}
      resource={ecfIssuers}
    >
      <ProbeDialog issuer={issuer} onClose={() => {}} />
    </StoryHost>
  ),
});

export const Connected = story({
  access: null,
  services_failure: null,
  services: [
    { name: 'Recepción', status: 'Disponible', isAvailable: true },
    { name: 'Consulta Resultado', status: 'En Mantenimiento', isAvailable: false },
  ],
  directory: {
    name: 'Canal Uno, S. A.',
    reception: 'https://canaluno.example/fe/recepcion/api/ecf',
    approval: null,
    authentication: null,
  },
});

export const WithoutCertificate = story({
  access: 'La compañía no tiene un certificado válido. Cárguelo en Emisores electrónicos.',
  services_failure: null,
  services: [],
  directory: null,
});
