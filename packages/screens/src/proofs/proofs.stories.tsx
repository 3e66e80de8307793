import { proofRuns } from '@pauta/domain/proofs/proof-run.ts';
import { StoryHost } from '@pauta/ui/testing/story-host.tsx';
import type { Meta, StoryObj } from '@storybook/react-vite';
import type { ReactElement } from 'react';
import { sampleProofs } from './proof-fixtures.ts';
import { ProofPage } from './proof-page.tsx';

const meta = { title: 'Pantallas/Pruebas de integridad', component: ProofPage } satisfies Meta<
  typeof ProofPage
>;

export default meta;
type Story = StoryObj;

const shown = (name: keyof typeof sampleProofs): ReactElement => (
  <StoryHost
    always={{ status: 200, body: { data: sampleProofs[name] } }}
    mount="/gestion/pruebas"
    path="/gestion/pruebas"
    permissions={['proofs.view', 'proofs.run']}
    resource={proofRuns}
  >
    <ProofPage />
  </StoryHost>
);

export const Kept: Story = { name: 'Todo se cumple', render: () => shown('kept') };
export const Broken: Story = { name: 'Algo no se cumple', render: () => shown('broken') };
export const Running: Story = { name: 'En curso', render: () => shown('running') };
export const Never: Story = { name: 'Sin probar', render: () => shown('none') };
