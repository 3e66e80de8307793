import { openings } from '@pauta/domain/billing/opening/opening.ts';
import type { OpeningCheck } from '@pauta/domain/billing/opening/opening-check.ts';
import { uuid } from '@pauta/ui/testing/contract.ts';
import { StoryHost } from '@pauta/ui/testing/story-host.tsx';
import type { Meta, StoryObj } from '@storybook/react-vite';
import { OpeningFiles } from './opening-files.tsx';

const meta = {
  title: 'Facturación/Apertura',
  component: OpeningFiles,
  tags: ['every-width'],
} satisfies Meta<typeof OpeningFiles>;

export default meta;
type Story = StoryObj;

const zero = {
  d60: '0.00',
  d90: '0.00',
  d120: '0.00',
  older: '0.00',
  withholdings: '0.00',
  commissions: '0.00',
};
const totals = [
  {
    ...zero,
    currency: 'DOP',
    current: '59000.00',
    d30: '1000.00',
    total: '60000.00',
    advances: '25000.00',
    withholdings: '5000.00',
    commissions: '15000.00',
  },
];

const ready: OpeningCheck = {
  rows: { invoices: 2, advances: 1, withholdings: 1, commissions: 1, sequences: 0, sales: 0 },
  problems: [],
  problem_count: 0,
  totals,
  differences: [],
};

const at = (check: OpeningCheck): Story => ({
  render: () => (
    <StoryHost
      always={(path) =>
        path.includes('/check')
          ? { status: 200, body: { data: check } }
          : path.includes('/files')
            ? {
                status: 422,
                body: {
                  status: 422,
                  code: 'invalid',
                  message: 'Al archivo le falta: Vence.',
                  errors: { file: ['Al archivo le falta: Vence.'] },
                },
              }
            : undefined
      }
      mount={`/${openings.screen}/*`}
      path={`/${openings.screen}`}
      permissions={['journal_entries.view_all', 'openings.manage']}
      resource={openings}
    >
      <OpeningFiles id={uuid(1)} isDraft />
    </StoryHost>
  ),
});

export const Ready = at(ready);

export const WithProblems = at({
  ...ready,
  problems: [
    {
      part: 'invoices',
      line: null,
      header: null,
      message: 'El mes de la apertura está cerrado. Use otra fecha, o reábralo.',
    },
    {
      part: 'invoices',
      line: 3,
      header: 'Cliente',
      message: '«101» no es el código ni el RNC de ningún cliente.',
    },
  ],
  problem_count: 2,
});

export const WithDifference = at({
  ...ready,
  differences: [
    { currency: 'DOP', current: '0.00', d30: '-0.01', ...zero, total: '-0.01', advances: '0.00' },
  ],
});
