import { contracts } from '@pauta/domain/sales/contracts/contract.ts';
import { StoryHost } from '@pauta/ui/testing/story-host.tsx';
import type { ReactElement } from 'react';
import { salesAnswer } from './report-fixtures.ts';
import { Reports } from './reports.tsx';

export default { title: 'Reportes/Informes' };

const at = (path: string, always: object = { data: salesAnswer }): ReactElement => (
  <StoryHost
    always={(asked) => (asked.startsWith('/reports/') ? { status: 200, body: always } : undefined)}
    mount="/reportes/informes/*"
    path={`/reportes/informes${path}`}
    permissions={['contracts.view_all', 'contracts.export', 'opportunities.view_all', 'invoices.view_all']}
    resource={contracts}
  >
    <Reports />
  </StoryHost>
);

/** The reports that a user may see. */
export const Index = { render: () => at('') };

/** Sales by client and month. */
export const Sales = { render: () => at('/ventas') };

/** A period without rows. */
export const Empty = {
  render: () => at('/ventas', { data: { ...salesAnswer, rows: [], columns: [], cells: [], currencies: [] } }),
};

/** An address that asks for what the report does not have. */
export const Wrong = { render: () => at('/ventas?rows=net') };

/** What was owed at the end of a day. */
export const OnOneDay = {
  render: () =>
    at('/cartera?rows=bucket&columns=-&period=2026-03-31..2026-03-31', {
      data: {
        ...salesAnswer,
        as_of: '2026-03-31',
        columns: null,
        measures: [{ name: 'balance', label: 'Saldo', unit: 'money' }],
        cells: salesAnswer.cells.filter(({ column }) => column === null),
      },
    }),
};

/** The rows that a figure sums. */
export const Rows = {
  render: () =>
    at('/creditos/filas?f.on_date=2026-01-01..2026-12-31&f.currency_code=DOP&f.kind=signed', {
      data: {
        count: 2,
        totals: { amount: '3750.00' },
        rows: ['1250.00', '2500.00'].map((amount, place) => ({
          id: `${place}:2026-03-31`,
          line: 'Cuñas de 30 segundos',
          contract_id: { id: `0199f0a2-0000-7000-8000-00000000000${place}`, label: `CON-2026-000${place}` },
          user_id: { id: '0199f0a2-0000-7000-8000-0000000000c2', label: 'Ana Pérez' },
          client_id: { id: '0199f0a2-0000-7000-8000-0000000000c3', label: '(sin acceso)', hidden: true },
          on_date: '2026-03-31',
          kind: 'signed',
          pct: '50.0000',
          amount,
          currency_code: 'DOP',
        })),
      },
    }),
};
