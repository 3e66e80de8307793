import { addDays } from '../../calendar/working-time.ts';
import { indexed } from '../../resource/indexed.ts';
import type { CardReader, DashboardCard } from './dashboard-card.ts';

const nextDays = (days: number) => (today: string) => `${today}..${addDays(today, days)}`;
const yesterdayBack = (today: string): string => `..${addDays(today, -1)}`;

/** The Monday of the week of a day. @example mondayOf('2026-11-29') // '2026-11-23' */
export const mondayOf = (day: string): string =>
  addDays(day, -((new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7));

const bySeller = { seller: 'owner_id' } as const;
const byDivisionAndSeller = { division: 'division_id', seller: 'owner_id' } as const;
const byCompanyAndSeller = { company: 'company_id', seller: 'owner_id' } as const;
const sinceMonday = ({ today }: CardReader): string => `${mondayOf(today)}..`;

/** Cards of selling: the pipeline, quotes, holds, contracts and what clients owe. */
export const salesCards: readonly DashboardCard[] = [
  {
    name: 'my_work',
    title: 'Mi trabajo',
    about: 'Sus seguimientos de hoy y atrasados, y lo que depende de usted.',
    size: 'narrow',
    filters: [],
    content: { kind: 'counts', group: 'mine' },
  },
  {
    name: 'waiting',
    title: 'Espera una decisión',
    about: 'Aprobaciones, registros y usuarios que esperan una decisión.',
    size: 'narrow',
    filters: [],
    content: { kind: 'counts', group: 'waiting' },
  },
  {
    name: 'team_work',
    title: 'De los demás',
    about: 'Seguimientos y clientes de otras personas que necesitan atención.',
    size: 'narrow',
    filters: [],
    content: { kind: 'counts', group: 'team' },
  },
  {
    name: 'goal',
    title: 'Meta y ritmo',
    about: 'Meta, firmado y ponderado del periodo por vendedor, con lo que falta por día hábil.',
    size: 'wide',
    filters: ['period', 'seller'],
    permissions: ['opportunities.view_all', 'opportunities.view_team', 'opportunities.view_own'],
    content: { kind: 'pace' },
  },
  {
    name: 'pipeline',
    title: 'Pipeline por etapa',
    about: 'Oportunidades abiertas por etapa: monto esperado y ponderado.',
    size: 'narrow',
    filters: ['seller'],
    content: {
      kind: 'lists',
      lines: [
        {
          name: 'open',
          text: 'Oportunidades abiertas',
          resource: indexed('opportunities'),
          amounts: ['expected_amount', 'weighted_amount'],
          by: { field: 'stage_id', most: 12 },
          filters: bySeller,
          query: () => ({ 'f.result': 'open' }),
        },
      ],
    },
  },
  {
    name: 'changes',
    title: 'Qué cambió desde el lunes',
    about: 'Lo que entró al pipeline, salió de él o cambió esta semana.',
    size: 'narrow',
    filters: ['seller'],
    content: {
      kind: 'lists',
      lines: [
        {
          name: 'won',
          text: 'Ganadas',
          resource: indexed('opportunities'),
          amounts: ['won_amount'],
          filters: bySeller,
          query: (reader) => ({ 'f.result': 'won', 'f.closed_at': sinceMonday(reader) }),
        },
        {
          name: 'lost',
          text: 'Perdidas',
          resource: indexed('opportunities'),
          tone: 'warning',
          amounts: ['expected_amount'],
          filters: bySeller,
          query: (reader) => ({ 'f.result': 'lost', 'f.closed_at': sinceMonday(reader) }),
        },
        {
          name: 'new',
          text: 'Nuevas',
          resource: indexed('opportunities'),
          amounts: ['expected_amount'],
          filters: bySeller,
          query: (reader) => ({ 'f.created_at': sinceMonday(reader) }),
        },
        {
          name: 'moves',
          text: 'Efecto en el pipeline, por cambio',
          resource: indexed('opportunity_moves'),
          amounts: ['pipeline_change'],
          by: { field: 'kind', most: 12 },
          filters: bySeller,
          query: (reader) => ({ 'f.moved_at': sinceMonday(reader) }),
        },
      ],
    },
  },
  {
    name: 'stale',
    title: 'Oportunidades que se enfrían',
    about: 'Estancadas en su etapa, sin próxima acción o con el cierre pasado.',
    size: 'narrow',
    filters: ['seller'],
    content: {
      kind: 'lists',
      lines: [
        {
          name: 'stale',
          text: 'Estancadas',
          resource: indexed('opportunities'),
          tone: 'danger',
          amounts: ['expected_amount'],
          filters: bySeller,
          query: ({ today }) => ({ 'f.result': 'open', 'f.stale_on': `..${today}`, sort: 'stale_on' }),
        },
        {
          name: 'without_next',
          text: 'Sin próxima acción',
          resource: indexed('opportunities'),
          tone: 'warning',
          amounts: ['expected_amount'],
          filters: bySeller,
          query: () => ({ 'f.result': 'open', 'f.next_activity_at': '-' }),
        },
        {
          name: 'past_close',
          text: 'Con el cierre esperado pasado',
          resource: indexed('opportunities'),
          tone: 'warning',
          amounts: ['expected_amount'],
          filters: bySeller,
          query: ({ today }) => ({
            'f.result': 'open',
            'f.expected_close_date': yesterdayBack(today),
            sort: 'expected_close_date',
          }),
        },
      ],
    },
  },
  {
    name: 'quotes',
    title: 'Presupuestos en espera',
    about: 'Presupuestos que esperan al cliente, que vencen pronto o que ya aceptó.',
    size: 'narrow',
    filters: ['company', 'seller'],
    content: {
      kind: 'lists',
      lines: [
        {
          name: 'sent',
          text: 'Enviados, sin respuesta',
          resource: indexed('quotes'),
          amounts: ['total'],
          filters: byCompanyAndSeller,
          query: () => ({ 'f.status': 'sent' }),
        },
        {
          name: 'expiring',
          text: 'Vencen en 7 días',
          resource: indexed('quotes'),
          tone: 'warning',
          amounts: ['total'],
          filters: byCompanyAndSeller,
          query: ({ today }) => ({ 'f.status': 'sent', 'f.valid_until': nextDays(7)(today) }),
        },
        {
          name: 'accepted',
          text: 'Aceptados, sin contrato',
          resource: indexed('quotes'),
          tone: 'warning',
          amounts: ['total'],
          filters: byCompanyAndSeller,
          query: () => ({ 'f.status': 'accepted' }),
        },
        {
          name: 'drafts',
          text: 'En borrador',
          resource: indexed('quotes'),
          amounts: ['total'],
          filters: byCompanyAndSeller,
          query: () => ({ 'f.status': 'draft' }),
        },
      ],
    },
  },
  {
    name: 'holds',
    title: 'Reservas por vencer',
    about: 'Reservas abiertas que vencen hoy y en los próximos días.',
    size: 'narrow',
    filters: ['division', 'seller'],
    content: {
      kind: 'lists',
      lines: [
        {
          name: 'today',
          text: 'Vencen hoy',
          resource: indexed('holds'),
          tone: 'danger',
          filters: byDivisionAndSeller,
          query: ({ today }) => ({
            'f.status': 'requested,queued,active',
            'f.expires_at': today,
            sort: 'expires_at',
          }),
        },
        {
          name: 'soon',
          text: 'Vencen en los próximos 2 días',
          resource: indexed('holds'),
          tone: 'warning',
          filters: byDivisionAndSeller,
          query: ({ today }) => ({
            'f.status': 'requested,queued,active',
            'f.expires_at': `${addDays(today, 1)}..${addDays(today, 2)}`,
            sort: 'expires_at',
          }),
        },
        {
          name: 'open',
          text: 'Abiertas',
          resource: indexed('holds'),
          filters: byDivisionAndSeller,
          query: () => ({ 'f.status': 'requested,queued,active' }),
        },
      ],
    },
  },
  {
    name: 'contracts',
    title: 'Contratos',
    about: 'Contratos por firmar, firmados en el periodo y que vencen en 30 días.',
    size: 'narrow',
    filters: ['period', 'company', 'seller'],
    content: {
      kind: 'lists',
      lines: [
        {
          name: 'to_sign',
          text: 'Por firmar',
          resource: indexed('contracts'),
          tone: 'warning',
          amounts: ['total'],
          filters: byCompanyAndSeller,
          query: () => ({ 'f.status': 'pending_signature' }),
        },
        {
          name: 'signed',
          text: 'Firmados en el periodo',
          resource: indexed('contracts'),
          amounts: ['total'],
          filters: byCompanyAndSeller,
          query: ({ from, to }) => ({
            'f.status': 'signed,active,suspended,finished',
            'f.signed_on': `${from}..${to}`,
          }),
        },
        {
          name: 'ending',
          text: 'Vencen en 30 días',
          resource: indexed('contracts'),
          amounts: ['total'],
          filters: byCompanyAndSeller,
          query: ({ today }) => ({ 'f.status': 'signed,active', 'f.ends_on': nextDays(30)(today) }),
        },
      ],
    },
  },
  {
    name: 'overdue',
    title: 'Vencido por cliente',
    about: 'Facturas vencidas de los clientes que usted ve, de los que más deben.',
    size: 'narrow',
    filters: ['company', 'seller'],
    content: {
      kind: 'lists',
      lines: [
        {
          name: 'overdue',
          text: 'Facturas vencidas',
          resource: indexed('invoices'),
          tone: 'danger',
          amounts: ['balance'],
          by: { field: 'client_id', most: 6 },
          filters: { company: 'company_id', seller: 'sales_rep_id' },
          query: ({ today }) => ({
            'f.payment_status': 'open,partial',
            'f.due_date': yesterdayBack(today),
            sort: 'due_date',
          }),
        },
      ],
    },
  },
  {
    name: 'occupancy',
    title: 'Ocupación de las próximas 4 semanas',
    about: 'Parte vendida o reservada de los espacios activos, por plataforma y semana.',
    size: 'wide',
    filters: ['company', 'division'],
    permissions: ['availability.view'],
    content: { kind: 'occupancy' },
  },
];
