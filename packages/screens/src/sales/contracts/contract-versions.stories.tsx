import { contracts } from '@pauta/domain/sales/contracts/contract.ts';
import { uuid } from '@pauta/ui/testing/contract.ts';
import { StoryHost } from '@pauta/ui/testing/story-host.tsx';
import type { Meta, StoryObj } from '@storybook/react-vite';
import { type ChainVersion, ContractVersions } from './contract-versions.tsx';

const meta = {
  title: 'Contratos/Versiones',
  component: ContractVersions,
  tags: ['every-width'],
} satisfies Meta<typeof ContractVersions>;

export default meta;
type Story = StoryObj;

const signed: ChainVersion = {
  version: 0,
  addendum: null,
  created_at: '2026-10-02T13:00:00Z',
  hash: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
  problems: [],
  path: '/verificar/9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
};

const amended: ChainVersion = {
  version: 1,
  addendum: { id: uuid(7), number: 'CT-2026-00012-A01' },
  created_at: '2026-11-09T15:30:00Z',
  hash: '60303ae22b998861bce3b28f33eec1be758a213c86c93c076dbe9f558c11c752',
  problems: [],
  path: '/verificar/60303ae22b998861bce3b28f33eec1be758a213c86c93c076dbe9f558c11c752',
};

const chain = (is_intact: boolean | null, versions: readonly ChainVersion[]): Story => ({
  render: () => (
    <StoryHost
      always={{ status: 200, body: { data: { is_intact, versions } } }}
      permissions={Object.values(contracts.permissions)}
      resource={contracts}
    >
      <ContractVersions contract={{ id: uuid(1), row_version: 3, number: 'CT-2026-00012' } as never} />
    </StoryHost>
  ),
});

export const Draft: Story = { name: 'Sin firmar', ...chain(null, []) };

export const Intact: Story = { name: 'Verifica', ...chain(true, [signed, amended]) };

export const Altered: Story = {
  name: 'No verifica',
  ...chain(false, [signed, { ...amended, problems: ['Su huella no es la de su contenido.'] }]),
};
