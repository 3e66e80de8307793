import type { ExpectedCash } from '@pauta/domain/billing/collections/expected-cash.ts';
import { StoryHost } from '@pauta/ui/testing/story-host.tsx';
import type { Meta, StoryObj } from '@storybook/react-vite';
import { ExpectedCashTable } from './expected-cash-card.tsx';

const meta = {
  title: 'Facturación/Dinero esperado',
  tags: ['every-width'],
} satisfies Meta;

export default meta;

const cash: ExpectedCash = {
  today: '2026-11-25',
  currency: 'DOP',
  weeks: [
    { from: '2026-11-25', to: '2026-11-29', due: '120000.00', promised: '50000.00' },
    { from: '2026-11-30', to: '2026-12-06', due: '0.00', promised: '18500.00' },
    { from: '2026-12-07', to: '2026-12-13', due: '64000.00', promised: '0.00' },
  ],
  later: '30000.00',
  undated: '75250.50',
};

export const Weeks: StoryObj = {
  render: () => (
    <StoryHost permissions={['invoices.view_all']}>
      <ExpectedCashTable cash={cash} />
    </StoryHost>
  ),
};
