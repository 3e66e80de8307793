import { addDays } from '../../calendar/working-time.ts';
import { preparingStates } from '../../implementation/work-orders/work-order-choices.ts';
import { indexed } from '../../resource/indexed.ts';
import type { CardReader, DashboardCard } from './dashboard-card.ts';

const week = ({ today }: CardReader): string => `${today}..${addDays(today, 7)}`;
/** The company and the seller of the contract, and the division of the space. */
const ofContract = { company: 'company_id', division: 'division_id', seller: 'owner_id' } as const;
const preparing = preparingStates.join(',');
const unapproved = 'pending,in_review,observed';

/** Cards of what contracts sold: starts, placements and material. */
export const deliveryCards: readonly DashboardCard[] = [
  {
    name: 'starts',
    title: 'Arranca en 7 días',
    about: 'Trabajos que empiezan esta semana, bloqueados o fuera de plazo.',
    size: 'narrow',
    filters: ['company', 'division', 'seller'],
    content: {
      kind: 'lists',
      lines: [
        {
          name: 'starting',
          text: 'Órdenes de trabajo que empiezan',
          resource: indexed('work_orders'),
          filters: ofContract,
          query: (reader) => ({
            'f.status': preparing,
            'f.planned_start': week(reader),
            sort: 'planned_start',
          }),
        },
        {
          name: 'blocked',
          text: 'Bloqueadas',
          resource: indexed('work_orders'),
          tone: 'danger',
          filters: ofContract,
          query: () => ({ 'f.status': preparing, 'f.blocked_on': '!-' }),
        },
        {
          name: 'late',
          text: 'Fuera de plazo',
          resource: indexed('work_orders'),
          tone: 'danger',
          filters: ofContract,
          query: ({ today }) => ({
            'f.status': preparing,
            'f.sla_due': `..${addDays(today, -1)}`,
            sort: 'sla_due',
          }),
        },
      ],
    },
  },
  {
    name: 'material',
    title: 'Material que falta',
    about: 'Fichas técnicas sin aprobar de lo que arranca pronto o ya debió entregarse.',
    size: 'narrow',
    filters: ['company', 'division', 'seller'],
    content: {
      kind: 'lists',
      lines: [
        {
          name: 'starting',
          text: 'Arranca en 7 días sin ficha aprobada',
          resource: indexed('tech_sheets'),
          tone: 'danger',
          filters: ofContract,
          query: (reader) => ({ 'f.status': unapproved, 'f.starts_on': week(reader), sort: 'starts_on' }),
        },
        {
          name: 'late',
          text: 'Con la entrega vencida',
          resource: indexed('tech_sheets'),
          tone: 'warning',
          filters: ofContract,
          query: ({ today }) => ({
            'f.status': 'pending,observed',
            'f.due_on': `..${addDays(today, -1)}`,
            sort: 'due_on',
          }),
        },
        {
          name: 'in_review',
          text: 'En revisión',
          resource: indexed('tech_sheets'),
          filters: ofContract,
          query: () => ({ 'f.status': 'in_review' }),
        },
      ],
    },
  },
  {
    name: 'unplaced',
    title: 'Cupos por colocar',
    about: 'Renglones contratados con unidades sin colocar o sin emitir.',
    size: 'narrow',
    filters: ['company', 'division', 'seller'],
    content: {
      kind: 'lists',
      lines: [
        {
          name: 'soon',
          text: 'Con vuelo en 7 días y unidades por colocar',
          resource: indexed('quotas'),
          tone: 'danger',
          filters: ofContract,
          query: (reader) => ({ 'f.unplaced': '>0', 'f.flight': week(reader) }),
        },
        {
          name: 'unplaced',
          text: 'Con unidades por colocar',
          resource: indexed('quotas'),
          tone: 'warning',
          filters: ofContract,
          query: () => ({ 'f.unplaced': '>0' }),
        },
        {
          name: 'missed',
          text: 'Con unidades no emitidas',
          resource: indexed('quotas'),
          filters: ofContract,
          query: () => ({ 'f.missed': '>0' }),
        },
      ],
    },
  },
];
