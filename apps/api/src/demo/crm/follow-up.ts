import { dominicanHolidays } from '@pauta/domain/calendar/dominican-holidays.ts';
import { addWorkingHours, holidaysOf } from '@pauta/domain/calendar/working-time.ts';
import { firstContactHours } from '@pauta/domain/crm/referrals/referral.ts';
import type { Row } from '../insert-rows.ts';
import type { Known } from '../known.ts';
import type { Random } from '../random.ts';
import { type Account, workingMoment } from './accounts.ts';
import type { Contact } from './contacts.ts';

const day = 86_400_000;
const calendar = { timeZone: 'America/Santo_Domingo', holidays: holidaysOf(dominicanHolidays) };

const kinds = {
  call: [
    'Llamada de seguimiento',
    'Presentar paquetes de la temporada',
    'Confirmar recepción de la propuesta',
  ],
  visit: ['Visita a sus oficinas', 'Visita para conocer la marca nueva'],
  meeting: [
    'Reunión de planificación',
    'Presentación de resultados de campaña',
    'Reunión con su equipo de mercadeo',
  ],
  email: ['Enviar propuesta de pauta', 'Enviar tarifas vigentes', 'Enviar reporte de emisión'],
  whatsapp: ['Coordinar materiales por WhatsApp', 'Recordar el cierre de mes'],
  task: ['Preparar propuesta', 'Actualizar datos de facturación'],
} as const;

type Kind = keyof typeof kinds;
const kindNames = Object.keys(kinds) as Kind[];

/** Results that require a next activity, and final ones. */
const goesOn = [
  'INTERESADO',
  'PIDE-PROPUESTA',
  'VOLVER-LLAMAR',
  'REUNION-AGENDADA',
  'PROPUESTA-ENVIADA',
  'NEGOCIANDO',
  'NO-CONTESTA',
];
const ends = ['NO-INTERESADO', 'FUERA-PERFIL', 'ACEPTO'];

const notes = [
  'Pidió comparar con la tarifa del año pasado.',
  'Quiere comenzar con radio y sumar exterior después.',
  'Espera la aprobación de su casa matriz.',
  'Prefiere franjas de la mañana.',
  'Solicita factura con número de orden.',
];

/** Maximum number of activities with a client per year, by its size. */
const mostDone = [12, 8, 5, 3];

/**
 * A year of activities: finished ones with result and next step, planned ones and overdue ones. Each client's
 * activities form one chain, and every third client has nothing planned.
 */
export const makeActivities = (
  random: Random,
  known: Known,
  { clients, contacts, today }: { clients: readonly Account[]; contacts: readonly Contact[]; today: Date },
): Row[] => {
  const people = new Map<string, Contact[]>();
  for (const contact of contacts)
    people.set(contact.company, [...(people.get(contact.company) ?? []), contact]);
  const from = new Date(today.getTime() - 365 * day);
  return (
    clients
      .filter(({ status }) => status !== 'blocked')
      .flatMap((client) => {
        const start = client.since > from ? client.since : from;
        const done = Array.from({ length: random.integer(1, mostDone[client.size] ?? 1) }, () =>
          workingMoment(random, start, today),
        ).sort((a, b) => a.getTime() - b.getTime());
        const plans = random.chance(66)
          ? random.chance(20)
            ? workingMoment(random, new Date(today.getTime() - 9 * day), new Date(today.getTime() - day))
            : workingMoment(random, new Date(today.getTime() + day / 2), new Date(today.getTime() + 21 * day))
          : null;
        const moments = [...done, ...(plans ? [plans] : [])];
        const ids = moments.map((moment) => random.id(moment < today ? moment : today));
        return moments.map((moment, index): Row => {
          const isPlan = plans !== null && index === moments.length - 1;
          const next = ids[index + 1] ?? null;
          const kind = random.pick(kindNames);
          const with_ = people.get(client.id);
          const made = new Date(Math.min(moment.getTime(), today.getTime()) - random.integer(1, 5) * day);
          return {
            id: ids[index],
            subject: random.pick(kinds[kind]),
            kind,
            status: isPlan ? 'pending' : 'done',
            priority: random.pick(['low', 'medium', 'medium', 'high']),
            client_id: client.id,
            contact_id: with_ && random.chance(75) ? random.pick(with_).id : null,
            assigned_to_id: client.seller,
            starts_at: kind === 'task' || kind === 'email' ? null : moment,
            due_at: kind === 'task' || kind === 'email' ? moment : null,
            duration_min: kind === 'meeting' || kind === 'visit' ? random.pick([30, 45, 60]) : null,
            contact_result_id: isPlan ? null : known.id('contact_results', random.pick(next ? goesOn : ends)),
            result_notes: !isPlan && random.chance(35) ? random.pick(notes) : null,
            closed_at: isPlan ? null : moment,
            closed_by_id: isPlan ? null : client.seller,
            next_activity_id: next,
            created_at: made,
            updated_at: isPlan ? made : moment,
          };
        });
      })
      // An activity is inserted before the one that refers to it as its next.
      .reverse()
  );
};

/** Recent referrals: from clients mostly, and from fairs. */
export const makeReferrals = (
  random: Random,
  known: Known,
  { clients, sellers, today }: { clients: readonly Account[]; sellers: readonly string[]; today: Date },
): Row[] =>
  Array.from({ length: Math.min(60, Math.ceil(clients.length / 20)) }, (_, index): Row => {
    const received = workingMoment(random, new Date(today.getTime() - 40 * day), today);
    const due = addWorkingHours(received, firstContactHours, calendar);
    const isByClient = random.chance(70);
    const isNew = random.chance(40);
    const contact = new Date(
      Math.min(today.getTime(), received.getTime() + random.integer(1, 60) * 3_600_000),
    );
    return {
      id: random.id(received),
      referred_name: `${random.pick(['Panadería', 'Ferretería', 'Farmacia', 'Óptica', 'Repuestos', 'Clínica'])} ${random.pick(['La Espiga', 'El Faro', 'San Rafael', 'Las Américas', 'Bahía', 'Del Norte'])} ${index + 1}`,
      referrer_kind: isByClient ? 'client' : 'event',
      referrer_client_id: isByClient ? random.pickEarly(clients).id : null,
      referrer_name: isByClient ? null : random.pick(['Feria de la Construcción', 'Expo Turismo']),
      received_at: received,
      lead_source_id: known.id('lead_sources', isByClient ? 'LLAMADA' : 'EVENTO'),
      assigned_to_id: random.pick(sellers),
      status: isNew ? 'received' : random.pick(['contacted', 'contacted', 'qualified']),
      contact_due_at: due,
      first_contact_at: isNew ? null : contact,
      expires_at: new Date((isNew ? received : contact).getTime() + 60 * day),
      reward_type: random.pick(['none', 'none', 'airtime', 'gift']),
      currency_code: 'DOP',
      created_at: received,
    };
  });
