import { monthNames } from '@pauta/domain/presales/planning/months.ts';
import type { AnyRecord } from '@pauta/domain/resource/resource.ts';

const id = (place: number): string => `00000000-0000-4000-8000-${String(place).padStart(12, '0')}`;
const stored = (place: number): AnyRecord => ({
  id: id(place),
  created_at: '2026-01-01T00:00:00Z',
  updated_at: '2026-01-01T00:00:00Z',
  row_version: 1,
  archived_at: null,
  ...Object.fromEntries(monthNames.map((name) => [name, '0.00'])),
  m01: `${place}00.00`,
});

/** A budget of a client, as its grid reads it. */
export const budgetRow = (place: number, values: object = {}): AnyRecord => ({
  ...stored(place),
  fiscal_year: 2026,
  client_id: { id: id(900 + place), label: `Cliente ${place}`, code: null },
  brand_id: null,
  agency_id: null,
  platform_id: null,
  sales_rep_id: {
    id: id(800 + (place % 2)),
    label: place % 2 === 0 ? 'Ana Peñaló' : 'Luis Gómez',
    code: null,
  },
  source: 'declared',
  currency_code: 'DOP',
  ...values,
});

/** A goal, as its grid reads it. */
export const goalRow = (place: number, values: object = {}): AnyRecord => ({
  ...stored(place),
  fiscal_year: 2026,
  user_id: { id: id(800 + place), label: `Ejecutivo ${place}`, code: null },
  team_leader_id: null,
  metric: 'signed_sales',
  division_id: null,
  platform_id: null,
  currency_code: 'DOP',
  status: 'draft',
  ...values,
});

/** An answer of the grid of a plan. */
export const gridAnswer = (
  data: readonly AnyRecord[],
  locked: Readonly<Record<string, readonly string[]>> = {},
) => ({ status: 200, body: { data, locked, is_cut: false } });
