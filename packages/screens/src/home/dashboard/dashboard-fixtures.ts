import type { HomeNumber } from '@pauta/domain/home/cards.ts';
import type {
  BudgetYear,
  CardFigure,
  DashboardLayout,
  OccupancyWeeks,
} from '@pauta/domain/home/dashboard/dashboard-card.ts';
import { dashboardCards } from '@pauta/domain/home/dashboard/dashboard-cards.ts';
import type { Forecast } from '@pauta/domain/sales/pipeline/forecast.ts';
import { type Answer, uuid } from '@pauta/ui/testing/contract.ts';

const period = { from: '2026-11-01', to: '2026-11-30', working_days: 20, left: 5 };

/** A layout with these cards, of a reader who may add all of them. */
export const layoutOf = (cards: readonly string[], more: Partial<DashboardLayout> = {}): DashboardLayout => ({
  today: '2026-11-24',
  periods: { month: period, quarter: period, year: period },
  cards,
  available: dashboardCards.map(({ name }) => name),
  arranged: false,
  companies: [
    { id: uuid(1), label: 'Televisión del Caribe' },
    { id: uuid(2), label: 'Vallas del Sur' },
  ],
  divisions: [
    { id: uuid(3), label: 'Radio' },
    { id: uuid(4), label: 'Televisión' },
  ],
  sellers: [
    { id: uuid(11), label: 'Ana Peñaló' },
    { id: uuid(12), label: 'Luis Gómez' },
  ],
  ...more,
});

const numbers: readonly HomeNumber[] = [
  { name: 'late_activities', query: 'f.status=pending', total: 4, total_is_estimate: false },
  { name: 'today_activities', query: 'f.status=pending', total: 7, total_is_estimate: false },
  { name: 'approvals', query: 'f.status=pending', total: 2, total_is_estimate: false },
];

const pesos = (label: string, amount: string) => ({ label, amounts: [{ currency: 'DOP', amount }] });

const pipeline: readonly CardFigure[] = [
  {
    name: 'open',
    count: 9,
    amounts: [pesos('Monto esperado', '9400000.00'), pesos('Monto ponderado', '4100000.00')],
    query: 'f.result=open',
    parts: [
      {
        label: 'Propuesta enviada',
        count: 5,
        amounts: [pesos('Monto esperado', '5400000.00'), pesos('Monto ponderado', '1600000.00')],
        query: `f.result=open&f.stage_id=${uuid(21)}`,
        share: '57.4',
      },
      {
        label: 'Negociación',
        count: 4,
        amounts: [pesos('Monto esperado', '4000000.00'), pesos('Monto ponderado', '2500000.00')],
        query: `f.result=open&f.stage_id=${uuid(22)}`,
        share: '42.6',
      },
    ],
    shares: [{ currency: 'DOP', share: '100.0' }],
  },
];

const top: readonly CardFigure[] = [
  {
    name: 'billed',
    count: 40,
    amounts: [
      {
        label: 'Neto',
        amounts: [
          { currency: 'DOP', amount: '8000000.00' },
          { currency: 'USD', amount: '1200.00' },
        ],
      },
    ],
    query: 'f.status=issued',
    parts: Array.from({ length: 12 }, (_, place) => ({
      label: `Cliente con un nombre largo número ${place + 1}`,
      count: 2,
      amounts: [pesos('Neto', `${600_000 - place * 20_000}.00`)],
      query: `f.status=issued&f.client_id=${uuid(40 + place)}`,
      share: (7.5 - place / 4).toFixed(1),
    })),
    shares: [{ currency: 'DOP', share: '64.2' }],
  },
];

const quotes: readonly CardFigure[] = [
  { name: 'sent', count: 3, amounts: [pesos('Total', '1250000.50')], query: 'f.status=sent' },
  {
    name: 'expiring',
    count: 1,
    amounts: [pesos('Total', '250000.00')],
    query: 'f.status=sent&f.valid_until=2026-11-24..2026-12-01',
  },
  { name: 'accepted', count: 0, amounts: [{ label: 'Total', amounts: [] }], query: 'f.status=accepted' },
  { name: 'drafts', count: 2, amounts: [pesos('Total', '90000.00')], query: 'f.status=draft' },
];

const forecast: Forecast = {
  from: period.from,
  to: period.to,
  rows: [
    {
      user_id: uuid(11),
      user: 'Ana Peñaló',
      currency: 'DOP',
      goal: '4000000.00',
      signed: '3500000.00',
      to_deliver: '0.00',
      weighted: '800000.00',
      commit: null,
    },
    {
      user_id: uuid(12),
      user: 'Luis Gómez',
      currency: 'DOP',
      goal: '3000000.00',
      signed: '1000000.00',
      to_deliver: '0.00',
      weighted: '600000.00',
      commit: null,
    },
    {
      user_id: uuid(13),
      user: 'Marta Ruiz',
      currency: 'DOP',
      goal: null,
      signed: '120000.00',
      to_deliver: '0.00',
      weighted: '0.00',
      commit: null,
    },
  ],
};

const occupancy: OccupancyWeeks = {
  weeks: ['2026-11-24', '2026-12-01', '2026-12-08', '2026-12-15'],
  platforms: [
    { id: uuid(31), platform: 'Exterior', spaces: 120, weeks: ['71.5', '64.0', '40.2', '12.0'] },
    { id: uuid(32), platform: 'Radio', spaces: 18, weeks: ['88.0', null, '20.0', '0.0'] },
  ],
};

const budgets: readonly BudgetYear[] = [
  {
    id: uuid(51),
    name: 'Presupuesto 2026',
    company: 'Televisión del Caribe',
    currency: 'DOP',
    months: Array.from({ length: 12 }, (_, place) => ({
      month: `2026-${String(place + 1).padStart(2, '0')}`,
      budget: `${4_000_000 + place * 100_000}.00`,
      booked: place < 11 ? `${3_800_000 + place * 90_000}.00` : '0.00',
      billed: place < 11 ? `${3_500_000 + place * 80_000}.00` : '0.00',
      collected: null,
    })),
  },
];

const contract = (id: number, due: string, reasons: readonly object[] = []) => ({
  id: uuid(id),
  number: `C-${id}`,
  name: 'Campaña',
  client: 'Hotel Caribe',
  payer: 'Hotel Caribe',
  billing_plan: 'by_consumption',
  currency: 'DOP',
  po_number: null,
  lines: 1,
  due,
  unproved: '0.00',
  planned: due,
  drafted: '0.00',
  instalment: null,
  reasons,
});

const answers: Readonly<Record<string, unknown>> = {
  '/home': numbers,
  '/dashboard/cards/pipeline': pipeline,
  '/dashboard/cards/top_clients': top,
  '/dashboard/cards/quotes': quotes,
  '/opportunities/forecast': forecast,
  '/dashboard/occupancy': occupancy,
  '/dashboard/budget': budgets,
  '/billing/due': {
    contracts: [
      contract(61, '500000.00'),
      contract(62, '120000.00', [{ code: 'without_po', blocks: 'draft', text: 'Sin orden de compra.' }]),
    ],
    is_cut: false,
  },
  '/billing/workbench': {
    currency: 'DOP',
    total: {
      current: '9558000.00',
      d30: '1781000.50',
      d60: '0.00',
      d90: '0.00',
      d120: '0.00',
      older: '0.00',
      total: '11339000.50',
    },
  },
  '/billing/expected-cash': {
    today: '2026-11-24',
    currency: 'DOP',
    weeks: Array.from({ length: 9 }, (_, place) => ({
      from: new Date(Date.UTC(2026, 10, 24 + 7 * place)).toISOString().slice(0, 10),
      to: new Date(Date.UTC(2026, 10, 30 + 7 * place)).toISOString().slice(0, 10),
      due: `${900_000 - place * 50_000}.00`,
      promised: place === 1 ? '250000.00' : '0.00',
    })),
    later: '100000.00',
    undated: '340000.00',
  },
};

/** The answer of a card's request; a card without data of its own has no records. */
export const answerOf = (path: string): Answer | undefined => {
  const [route = ''] = path.split('?');
  if (Object.hasOwn(answers, route)) return { status: 200, body: { data: answers[route] } };
  return route.startsWith('/dashboard/cards/') ? { status: 200, body: { data: [] } } : undefined;
};

/** A server that failed. */
export const broken: Answer = {
  status: 500,
  body: { message: 'Ocurrió un error inesperado. Intente de nuevo.', code: 'internal' },
};
