import type { ExpectedWithholding } from '@pauta/domain/billing/payments/expected-withholding.ts';
import { uuid } from '@pauta/ui/testing/contract.ts';
import { StoryHost } from '@pauta/ui/testing/story-host.tsx';
import type { Meta, StoryObj } from '@storybook/react-vite';
import { ExpectedWithholdings } from './expected-withholdings.tsx';

const meta = { title: 'Facturación/Retenciones esperadas', component: ExpectedWithholdings } satisfies Meta<
  typeof ExpectedWithholdings
>;

export default meta;

const expected: readonly ExpectedWithholding[] = [
  { rule_id: uuid(2), name: 'ISR de pagos del Estado', tax: 'isr', pct: '5.0000', amount: '50.00' },
];

export const Expected: StoryObj = {
  render: () => (
    <StoryHost
      always={(path) =>
        path.endsWith('/withholdings') ? { status: 200, body: { data: expected } } : undefined
      }
    >
      <ExpectedWithholdings
        invoice={{ id: uuid(1), row_version: 1, created_at: '', updated_at: '', currency_code: 'DOP' }}
      />
    </StoryHost>
  ),
};
