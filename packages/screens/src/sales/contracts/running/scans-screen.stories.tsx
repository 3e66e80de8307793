import { contracts } from '@pauta/domain/sales/contracts/contract.ts';
import { uuid } from '@pauta/ui/testing/contract.ts';
import { StoryHost } from '@pauta/ui/testing/story-host.tsx';
import type { Meta, StoryObj } from '@storybook/react-vite';
import type { ReactElement } from 'react';
import { importedContract, scanFile } from './scan-fixtures.ts';
import { ScanTable } from './scan-table.tsx';
import { ScansScreen } from './scans-screen.tsx';
import type { Scan } from './use-scans.ts';

const known = [
  importedContract(1, 'CT-2023-118'),
  importedContract(2, 'CT-2023-119', { client: 'ACME', has_scan: true }),
  importedContract(3, 'CT-2023-120', { client: 'Banco Popular', status: 'finished' }),
];

function Host({
  children,
  permissions = ['contracts.view_all', 'contracts.create', 'contracts.import'],
  data = known,
}: {
  readonly children: ReactElement;
  readonly permissions?: readonly string[];
  readonly data?: typeof known;
}): ReactElement {
  return (
    <StoryHost
      always={(path) => (path.startsWith('/contracts/scans') ? { status: 200, body: { data } } : undefined)}
      mount="/ventas/contratos/escaneados"
      path="/ventas/contratos/escaneados"
      permissions={permissions}
      resource={contracts}
    >
      {children}
    </StoryHost>
  );
}

const scan = (path: string, changes: Partial<Scan>): Scan => ({
  key: path,
  file: scanFile(path),
  path,
  match: { certainty: 'certain', id: uuid(1, 60), candidates: [uuid(1, 60)] },
  contractId: uuid(1, 60),
  state: 'ready',
  part: 0,
  failure: null,
  ...changes,
});

const every: readonly Scan[] = [
  scan('CT-2023-118.pdf', { state: 'attached' }),
  scan('CT-2023-118 anexo.pdf', { state: 'sending', part: 0.4 }),
  scan('119 firmado.pdf', {
    contractId: uuid(2, 60),
    match: { certainty: 'likely', id: uuid(2, 60), candidates: [uuid(2, 60)] },
  }),
  scan('CT-2023-120.jpg', { contractId: uuid(3, 60), state: 'already' }),
  scan('CT-2023-118 y CT-2023-119.pdf', {
    contractId: null,
    match: { certainty: 'ambiguous', id: null, candidates: [uuid(1, 60), uuid(2, 60)] },
  }),
  scan('Escaneos/Póliza de la campaña de Navidad.pdf', {
    contractId: null,
    match: { certainty: 'none', id: null, candidates: [] },
  }),
  scan('CT-2023-118.docx.pdf', {
    state: 'unfit',
    failure: 'Por su contenido no es un PDF, un JPG ni un PNG.',
  }),
  scan('CT-2023-119 b.pdf', {
    contractId: uuid(2, 60),
    state: 'failed',
    failure: 'No hay conexión con el servidor. Intente de nuevo.',
  }),
];

const meta = {
  title: 'Contratos/Contratos escaneados',
  component: ScansScreen,
  tags: ['every-width'],
} satisfies Meta<typeof ScansScreen>;

export default meta;
type Story = StoryObj<typeof meta>;

export const Empty: Story = {
  render: () => (
    <Host>
      <ScansScreen />
    </Host>
  ),
};

export const Files: Story = {
  render: () => (
    <Host>
      <ScanTable contracts={known} isLocked={false} onChoose={() => {}} scans={every} />
    </Host>
  ),
};

export const NothingImported: Story = {
  render: () => (
    <Host data={[]}>
      <ScansScreen />
    </Host>
  ),
};

export const NoPermission: Story = {
  render: () => (
    <Host permissions={['contracts.view_all']}>
      <ScansScreen />
    </Host>
  ),
};
