import { users } from '../../admin/users/user.ts';
import { contactResults } from '../../catalogues/crm.ts';
import { choice } from '../../kinds/choice.ts';
import { dateTime } from '../../kinds/date.ts';
import { integer } from '../../kinds/number.ts';
import { reference } from '../../kinds/reference.ts';
import { longText, text } from '../../kinds/text.ts';
import { yesNo } from '../../kinds/yes-no.ts';
import { defineResource, type Resource, type Rule } from '../../resource/resource.ts';
import { opportunities } from '../../sales/opportunities/opportunity.ts';
import { agencies } from '../agencies/agency.ts';
import { clients } from '../clients/client.ts';
import { contacts } from '../contacts/contact.ts';
import { referrals } from '../referrals/referral.ts';
import { phonesOfContact } from './activity-facts.ts';

export const activityKinds = {
  call: 'Llamada',
  visit: 'Visita',
  meeting: 'Reunión',
  email: 'Correo',
  whatsapp: 'WhatsApp',
  task: 'Tarea',
  note: 'Nota',
} as const;

/** States of activities that are not finished. */
export const openActivityStates = ['pending', 'in_progress'] as const;

const aboutSomebody: Rule = ({ client_id, agency_id, contact_id, referral_id, opportunity_id, invariant }) =>
  client_id || agency_id || contact_id || referral_id || opportunity_id || invariant
    ? null
    : {
        client_id: [
          'Indique con quién es: un cliente, una agencia, un contacto, un referido o una oportunidad.',
        ],
      };

const atSomeTime: Rule = ({ starts_at, due_at }) =>
  starts_at || due_at ? null : { starts_at: ['Indique cuándo empieza o una fecha límite.'] };

const remindedBefore: Rule = ({ remind_at, starts_at, due_at }, current) => {
  const at = starts_at ?? due_at;
  if (typeof remind_at !== 'string' || typeof at !== 'string' || current?.remind_at === remind_at)
    return null;
  return Date.parse(remind_at) > Date.parse(at)
    ? { remind_at: ['El recordatorio debe ser antes de la actividad.'] }
    : null;
};

/** A planned or finished activity of a seller with a client, an agency or a referral (domain §1.2). */
export const activities = defineResource({
  name: 'activities',
  screen: 'crm/seguimiento',
  label: { one: 'Actividad', many: 'Actividades', gender: 'f' },
  fields: {
    subject: text('Asunto', { max: 160, required: true, sortable: true, width: 'wide' }),
    kind: choice('Tipo', activityKinds, { required: true, initial: 'call', width: 'short' }),
    status: choice(
      'Estado',
      {
        pending: ['Pendiente', 'info'],
        in_progress: ['En curso', 'warning'],
        done: ['Hecha', 'success'],
        cancelled: ['Cancelada', 'neutral'],
      },
      { required: true, readOnly: true, sortable: true, width: 'short' },
    ),
    priority: choice(
      'Prioridad',
      { low: ['Baja', 'neutral'], medium: ['Media', 'info'], high: ['Alta', 'danger'] },
      { required: true, initial: 'medium', width: 'short' },
    ),
    scheduled_at: dateTime('Fecha', { required: true, readOnly: true, width: 'wide' }),
    client_id: reference('Cliente', () => clients),
    agency_id: reference('Agencia', () => agencies),
    contact_id: reference('Contacto', () => contacts),
    referral_id: reference('Referido', () => referrals),
    opportunity_id: reference('Oportunidad', (): Resource => opportunities, {
      filter: { client_id: 'client_id' },
      hint: 'Sin cliente, la actividad toma el de la oportunidad.',
    }),
    assigned_to_id: reference('Responsable', () => users, { required: true, begins: { from: 'me' } }),
    starts_at: dateTime('Empieza', {
      sortable: false,
      hint: 'Para lo que tiene hora: llamada, visita, reunión.',
    }),
    duration_min: integer('Duración (minutos)', { min: 1, max: 1440, sortable: false, aggregate: 'sum' }),
    due_at: dateTime('Fecha límite', { sortable: false, hint: 'Para lo que se hace cuando se pueda.' }),
    remind_at: dateTime('Recordar', { sortable: false, hint: 'Avisa en el inicio y por correo.' }),
    reminded_at: dateTime('Recordatorio enviado', { sortable: false, readOnly: true }),
    location: text('Lugar', { max: 160 }),
    notes: longText('Detalle'),
    contact_result_id: reference('Resultado de atención', () => contactResults, { readOnly: true }),
    result_notes: longText('Qué pasó', { readOnly: true }),
    cancel_reason: longText('Motivo de la cancelación', { readOnly: true }),
    closed_at: dateTime('Terminada', { readOnly: true }),
    closed_by_id: reference('Terminada por', () => users, { readOnly: true }),
    next_activity_id: reference('Próxima acción', (): Resource => activities, { readOnly: true }),
    // A task made by itself, because a proof found the invariant of this name broken (`proofs`).
    invariant: text('Garantía', { max: 60, readOnly: true, isInternal: true }),
    thanks_referrer: yesNo('Agradecimiento al referente', { readOnly: true }),
  },
  title: 'subject',
  search: ['subject', 'location'],
  order: 'turn',
  orders: {
    turn: {
      label: 'Atrasadas, hoy y lo que viene',
      of: ['status', 'scheduled_at', 'closed_at'],
      type: 'timestamp',
    },
  },
  columns: [
    'scheduled_at',
    'kind',
    'subject',
    'client_id',
    'assigned_to_id',
    'status',
    'contact_result_id',
    'next_activity_id',
  ],
  filters: [
    'status',
    'scheduled_at',
    'assigned_to_id',
    'kind',
    'priority',
    'contact_result_id',
    'client_id',
    'agency_id',
    'contact_id',
    'opportunity_id',
    'reminded_at',
    'closed_at',
  ],
  sections: [
    {
      label: 'Qué y con quién',
      fields: [
        'kind',
        'priority',
        'subject',
        'client_id',
        'agency_id',
        'contact_id',
        'referral_id',
        'opportunity_id',
        'assigned_to_id',
      ],
    },
    {
      label: 'Cuándo y dónde',
      fields: ['starts_at', 'duration_min', 'due_at', 'remind_at', 'location', 'notes'],
    },
  ],
  operations: ['create', 'update'],
  permissions: {
    viewAll: 'activities.view_all',
    viewTeam: 'activities.view_team',
    viewOwn: 'activities.view_own',
    create: 'activities.create',
    updateAll: 'activities.update_all',
    updateOwn: 'activities.update_own',
    archive: 'activities.update_all',
    export: 'activities.export',
    import: 'activities.import',
  },
  headline: {
    identity: ['kind', 'client_id', 'agency_id', 'contact_id', 'referral_id', 'opportunity_id'],
    facts: ['scheduled_at', 'assigned_to_id', 'contact_result_id', 'next_activity_id'],
    phoneSources: [phonesOfContact('contact_id')],
  },
  owners: ['assigned_to_id'],
  finished: ['done', 'cancelled'],
  state: 'status',
  commands: {
    start: {
      label: 'Empezar',
      done: 'Actividad en curso',
      from: ['pending'],
      to: 'in_progress',
      permission: 'activities.work',
    },
    complete: {
      label: 'Completar',
      done: 'Actividad completada',
      from: openActivityStates,
      to: 'done',
      permission: 'activities.work',
      tone: 'primary',
      atHand: true,
      explanation:
        'Diga cómo terminó. Si el resultado no cierra la gestión, programe la próxima acción: se crea en la misma operación.',
      fields: {
        contact_result_id: reference('Resultado de atención', () => contactResults, {
          required: true,
          width: 'full',
        }),
        result_notes: longText('Qué pasó'),
        next_kind: choice('Próxima acción', activityKinds, { width: 'short' }),
        next_subject: text('Asunto de la próxima acción', { max: 160, width: 'wide' }),
        next_at: dateTime('Cuándo', { hint: 'Obligatoria si el resultado no cierra la gestión.' }),
      },
    },
    reschedule: {
      label: 'Reprogramar',
      done: 'Actividad reprogramada',
      from: openActivityStates,
      to: 'pending',
      permission: 'activities.work',
      atHand: true,
      explanation:
        'Elija una fecha y hora, o cuántos días hábiles después: los fines de semana y los feriados no cuentan, y lo que ya pasó se cuenta desde hoy. El recordatorio se mueve igual.',
      fields: {
        new_at: dateTime('Nueva fecha y hora'),
        working_days: integer('Días hábiles después', { min: 1, max: 120 }),
      },
    },
    cancel: {
      label: 'Cancelar actividad',
      done: 'Actividad cancelada',
      from: openActivityStates,
      to: 'cancelled',
      permission: 'activities.work',
      tone: 'danger',
      fields: { reason: longText('Motivo', { max: 1000, min: 3, required: true }) },
    },
    reopen: {
      label: 'Volver a pendiente',
      done: 'Actividad pendiente otra vez',
      from: ['in_progress', 'done', 'cancelled'],
      to: 'pending',
      permission: 'activities.work',
      explanation: 'Lo terminado puede reabrirse durante las 24 horas siguientes.',
    },
  },
  changesWithin: {
    since: 'closed_at',
    hours: 24,
    late: 'Se terminó hace más de 24 horas y ya no se cambia. Escriba un comentario o registre otra actividad.',
  },
  rules: [aboutSomebody, atSomeTime, remindedBefore],
  notes: true,
});

/** Further input when an activity is recorded after it took place. */
export const attentionFields = activities.commands.complete?.fields ?? {};
