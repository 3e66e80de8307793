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
