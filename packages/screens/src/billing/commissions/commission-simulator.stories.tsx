import type { CommissionOutlook } from '@pauta/domain/billing/commissions/commission-outlook.ts';
import { uuid } from '@pauta/ui/testing/contract.ts';
import { StoryHost } from '@pauta/ui/testing/story-host.tsx';
import type { Meta, StoryObj } from '@storybook/react-vite';
import { CommissionSimulator } from './commission-simulator.tsx';

const meta = {
  title: 'Facturación/Simulador de comisiones',
  component: CommissionSimulator,
  tags: ['every-width'],
} satisfies Meta<typeof CommissionSimulator>;

export default meta;

const of = (data: CommissionOutlook): StoryObj => ({
  render: () => (
    <StoryHost
      always={(path) =>
        path.startsWith('/seller-commissions/outlook') ? { status: 200, body: { data } } : undefined
      }
      permissions={['agency_commissions.view_all']}
    >
      <CommissionSimulator />
    </StoryHost>
  ),
});

const outlook: CommissionOutlook = {
  sellers: [
    { id: uuid(1), name: 'Ana Peñaló' },
    { id: uuid(2), name: 'Beto Núñez' },
  ],
  seller_id: uuid(1),
  plans: [
    {
      sale: 'direct',
      name: 'Comisión ejecutivo, venta directa',
      base: 'collected',
      accrual: 'payment',
      default_pct: '5.0000',
      tiers: [{ from: '100000.00', pct: '6.0000' }],
    },
  ],
  sales: [
    {
      kind: 'quote',
      id: uuid(3),
      label: 'PR-2026-00012 · Temporada alta',
      client: 'Ferretería Caribe',
      currency: 'DOP',
      sale: 'direct',
      gross: '120000.00',
      net: '110000.00',
      taxable: '110000.00',
      worth: '110000.00',
      share: '50.0000',
    },
    {
      kind: 'opportunity',
      id: uuid(4),
      label: 'OP-2026-00044 · Lanzamiento',
      client: 'Banco Quisqueya',
      currency: 'DOP',
      sale: 'agency',
      gross: '80000.00',
      net: '80000.00',
      taxable: '80000.00',
      worth: '80000.00',
      share: '100.0000',
    },
  ],
};

export const OpenSales: StoryObj = of(outlook);

export const Nothing: StoryObj = of({ ...outlook, sellers: outlook.sellers.slice(0, 1), sales: [] });
