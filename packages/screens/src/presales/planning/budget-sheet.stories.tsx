import type { Line } from '@pauta/domain/document/document.ts';
import { monthNames } from '@pauta/domain/presales/planning/months.ts';
import { planPeriods } from '@pauta/domain/presales/planning/plan-calendar.ts';
import { salesBudgets } from '@pauta/domain/presales/planning/sales-budget.ts';
import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import { StoryHost } from '@pauta/ui/testing/story-host.tsx';
import type { Meta, StoryObj } from '@storybook/react-vite';
import { SalesBudgets } from './planning.tsx';

const meta = { title: 'Presupuestos y metas/Presupuesto de ventas' } satisfies Meta;

export default meta;
type Story = StoryObj;

const id = (place: number): string => `00000000-0000-4000-8000-0000000000${10 + place}`;
const platforms = [
  { id: id(80), label: 'Radio', code: 'RAD' },
  { id: id(81), label: 'Televisión', code: 'TV' },
];
const line = (place: number, january = '100.00'): Line => ({
  id: id(place),
  position: `a${place}`,
  description: ['Cuñas de 30 segundos', 'Patrocinios del noticiero', 'Programas especiales'][place % 3] ?? '',
  platform_id: platforms[place % 2],
  ...Object.fromEntries(monthNames.map((name, at) => [name, `${(at + 1) * 1000 * (place + 1)}.00`])),
  m01: january,
  total: '0.00',
});
const budget = (version: number, lines: readonly Line[], status = 'draft'): AnyRecord => ({
  id: id(70 + version),
  created_at: '2026-01-01T00:00:00Z',
  updated_at: '2026-01-01T00:00:00Z',
  row_version: 1,
  archived_at: null,
  name: 'Plan de 2025',
  company_id: { id: id(60), label: 'Medios del Caribe', code: 'MED' },
  fiscal_year: 2025,
  version,
  currency_code: 'DOP',
  status,
  ...Object.fromEntries(monthNames.map((name) => [name, '0.00'])),
  total: '301.00',
  lines,
});
const draft = budget(2, [line(0), line(1), line(2)]);
const approved = budget(1, [line(0, '90.00'), line(1)], 'approved');
const months = monthNames.map((_, at) => `${(at + 1) * 800}.00`);
const comparison = {
  periods: planPeriods(2025, 'calendar'),
  measures: ['booked', 'weighted', 'billed', 'collected', 'last_year'].map((name) => ({
    name,
    months,
    total: '62400.00',
  })),
  parts: [{ key: `${platforms[0]?.id}||||`, booked: '62400.00', last_year: months }],
};
const permissions = ['view_all', 'create', 'update_all'].map((name) => `sales_budgets.${name}`);
const at = (path: string): Story => ({
  render: () => (
    <StoryHost
      always={(asked) => {
        if (asked.includes('/comparison')) return { status: 200, body: { data: comparison } };
        return asked.startsWith('/platforms/options')
          ? { status: 200, body: { data: platforms } }
          : undefined;
      }}
      mount="/prevanta/presupuesto-ventas/*"
      path={`/prevanta/presupuesto-ventas/${path}`}
      permissions={permissions}
      records={[draft, approved]}
      resource={salesBudgets}
    >
      <SalesBudgets />
    </StoryHost>
  ),
});

export const Editing: Story = at(`${draft.id}/editar`);

export const Page: Story = at(draft.id);
