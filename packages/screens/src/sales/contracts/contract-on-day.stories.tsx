import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import { contracts } from '@pauta/domain/sales/contracts/contract.ts';
import { uuid } from '@pauta/ui/testing/contract.ts';
import { StoryHost } from '@pauta/ui/testing/story-host.tsx';
import type { Meta, StoryObj } from '@storybook/react-vite';
import { ContractOnDayCard } from './contract-on-day.tsx';

const meta = {
  title: 'Contratos/Al día de',
  component: ContractOnDayCard,
  tags: ['every-width'],
} satisfies Meta<typeof ContractOnDayCard>;

export default meta;

const contract = {
  id: uuid(1),
  row_version: 1,
  created_at: '2026-03-01T12:00:00Z',
  updated_at: '2026-03-01T12:00:00Z',
  currency_code: 'DOP',
  total_in_force: '413000.00',
} as AnyRecord;

const line = (place: number, description: string, net: string, tax: string, total: string) => ({
  id: uuid(place),
  description,
  flight: { from: '2026-03-01', to: '2026-04-30' },
  net,
  tax,
  total,
});

const answered = (data: object): StoryObj => ({
  render: () => (
    <StoryHost always={{ status: 200, body: { data } }} resource={contracts}>
      <ContractOnDayCard contract={contract} />
    </StoryHost>
  ),
});

export const InForce: StoryObj = answered({
  in_force: {
    version: 1,
    lines: [
      line(2, 'Cuña de 30 s en el noticiario estelar', '200000.00', '36000.00', '236000.00'),
      line(3, 'Valla digital de la avenida', '100000.00', '18000.00', '118000.00'),
    ],
    totals: { net: '300000.00', tax: '54000.00', total: '354000.00' },
    invoiced_to: 'Cervecería Nacional, S.A. (25 %), Distribuidora del Este, S.R.L. (75 %)',
  },
  why: null,
});

export const BeforeTheSignature: StoryObj = answered({
  in_force: null,
  why: 'Ese día aún no estaba firmado: se firmó el 01/03/2026.',
});
