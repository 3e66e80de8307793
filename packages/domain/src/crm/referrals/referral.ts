import { users } from '../../admin/users/user.ts';
import { leadSources } from '../../catalogues/crm.ts';
import { commissionTypes } from '../../catalogues/finance.ts';
import { choice } from '../../kinds/choice.ts';
import { email, phone } from '../../kinds/contact.ts';
import { dateTime } from '../../kinds/date.ts';
import { money } from '../../kinds/number.ts';
import { reference } from '../../kinds/reference.ts';
import { longText, text } from '../../kinds/text.ts';
import { currencies } from '../../money/currencies.ts';
import { defineResource } from '../../resource/resource.ts';
import { openingFields } from '../../sales/opportunities/opening-fields.ts';
import { agencies } from '../agencies/agency.ts';
import { clients } from '../clients/client.ts';
import { activityFacts } from '../follow-up/activity-facts.ts';
import { referralRewards } from './referral-rewards.ts';

export const referralStates = {
  received: ['Recibido', 'info'],
  contacted: ['Contactado', 'warning'],
  qualified: ['Calificado', 'warning'],
  converted: ['Convertido', 'success'],
  discarded: ['Descartado', 'neutral'],
  expired: ['Vencido', 'danger'],
} as const;

/** States of a referral that is not closed; without activity it expires. */
export const openReferralStates = ['received', 'contacted', 'qualified'] as const;

/** Working hours within which a referral has to be contacted (domain §1.2). */
export const firstContactHours = 24;

const of = (...is: string[]) => ({ when: { field: 'referrer_kind', is }, required: true });

/** Follows from the opportunity that came from it, whose contract was signed. */
const won = {
  readOnly: true,
  computed: true,
  sortable: false,
  when: { field: 'status', is: ['converted'] },
} as const;

/** A referred company or person, with the referrer (domain §1.2, "REF" read as referrals). */
export const referrals = defineResource({
  name: 'referrals',
  screen: 'crm/seguimiento-ref',
  label: { one: 'Referido', many: 'Referidos', gender: 'm' },
  fields: {
    referred_name: text('Referido', { max: 160, required: true, sortable: true, width: 'wide' }),
    referred_tax_id: text('Identificación fiscal', {
      max: 20,
      upperCase: true,
      pattern: /^[A-Z0-9]{1,20}$/,
      patternMessage: 'Escriba solo letras y números, sin guiones ni espacios.',
      hint: 'Sin guiones. Con ella se comprueba que nadie se refiera a sí mismo.',
    }),
    referred_contact: text('Persona de contacto', { max: 160 }),
    referred_email: email('Correo'),
    referred_phone: phone('Teléfono'),
    referrer_kind: choice(
      'Lo refirió',
      { client: 'Cliente', agency: 'Agencia', employee: 'Empleado', partner: 'Aliado', event: 'Evento' },
      {
        required: true,
        width: 'short',
        besides: ['referrer_client_id', 'referrer_agency_id', 'referrer_user_id', 'referrer_name'],
      },
    ),
    referrer_client_id: reference('Cliente que refiere', () => clients, of('client')),
    referrer_agency_id: reference('Agencia que refiere', () => agencies, of('agency')),
    referrer_user_id: reference('Empleado que refiere', () => users, of('employee')),
    referrer_name: text('Aliado o evento', { max: 160, ...of('partner', 'event') }),
    received_at: dateTime('Recibido', { required: true, begins: { from: 'now' } }),
    lead_source_id: reference('Canal', () => leadSources),
    assigned_to_id: reference('Responsable', () => users, { required: true, begins: { from: 'me' } }),
    status: choice('Estado', referralStates, {
      required: true,
      readOnly: true,
      sortable: true,
      width: 'short',
    }),
    contact_due_at: dateTime('Contactar antes de', { required: true, readOnly: true }),
    first_contact_at: dateTime('Primer contacto', {
      readOnly: true,
      besides: ['contact_due_at', 'received_at'],
    }),
    expires_at: dateTime('Vence sin movimiento', { required: true, readOnly: true, sortable: false }),
    discard_reason: longText('Motivo del descarte', { readOnly: true }),
    reward_type: choice('Recompensa', referralRewards, { required: true, initial: 'none', width: 'short' }),
    commission_type_id: reference('Tipo de comisión', () => commissionTypes, {
      when: { field: 'reward_type', is: ['commission'] },
      required: true,
    }),
    currency_code: choice('Moneda', currencies, {
      required: true,
      initial: 'DOP',
      width: 'short',
      setting: { initial: 'currency_default' },
    }),
    reward_amount: money('Recompensa devengada', {
      currency: 'currency_code',
      readOnly: true,
      computed: true,
      sortable: false,
    }),
    converted_client_id: reference('Cliente en que se convirtió', () => clients, { readOnly: true }),
    won_at: dateTime('Venta ganada', won),
    won_amount: money('Monto ganado', { currency: 'won_currency_code', ...won }),
    won_currency_code: choice('Moneda del monto ganado', currencies, { width: 'short', ...won }),
    notes: longText('Notas'),
  },
  title: 'referred_name',
  search: ['referred_name', 'referred_tax_id', 'referrer_name', 'referred_email', 'referred_phone'],
  order: '-received_at',
  columns: [
    'referrer_kind',
    'referred_name',
    'received_at',
    'contact_due_at',
    'first_contact_at',
    'status',
    'assigned_to_id',
    'reward_type',
  ],
  brief: ['referrer_kind', 'contact_due_at'],
  filters: [
    'status',
    'referrer_kind',
    'assigned_to_id',
    'reward_type',
    'received_at',
    'contact_due_at',
    'first_contact_at',
  ],
  sections: [
    {
      label: 'Quién refiere',
      fields: [
        'referrer_kind',
        'referrer_client_id',
        'referrer_agency_id',
        'referrer_user_id',
        'referrer_name',
        'received_at',
        'lead_source_id',
      ],
    },
    {
      label: 'A quién',
      fields: [
        'referred_name',
        'referred_tax_id',
        'referred_contact',
        'referred_phone',
        'referred_email',
        'assigned_to_id',
        'notes',
      ],
    },
    {
      label: 'Recompensa',
      fields: ['reward_type', 'commission_type_id', 'currency_code', 'won_at', 'won_amount', 'reward_amount'],
    },
  ],
  operations: ['create', 'update'],
  permissions: {
    viewAll: 'referrals.view_all',
    viewTeam: 'referrals.view_team',
    viewOwn: 'referrals.view_own',
    create: 'referrals.create',
    updateAll: 'referrals.update_all',
    updateOwn: 'referrals.update_own',
    archive: 'referrals.update_all',
    export: 'referrals.export',
    import: 'referrals.import',
  },
  headline: {
    identity: ['referred_contact', 'referrer_kind', 'assigned_to_id'],
    facts: [...activityFacts('referral_id'), 'contact_due_at', 'first_contact_at'],
    phoneSources: [{ field: 'referred_phone', name: ['referred_contact'] }],
    wanted: ['referred_contact', 'referred_phone', 'referred_email'],
  },
  owners: ['assigned_to_id'],
  finished: ['converted', 'discarded', 'expired'],
  state: 'status',
  commands: {
    contact: {
      label: 'Marcar contactado',
      done: 'Referido contactado',
      from: ['received'],
      to: 'contacted',
      permission: 'referrals.work',
      tone: 'primary',
      explanation: 'Anota el primer contacto ahora. También ocurre solo al completar su primera actividad.',
    },
    qualify: {
      label: 'Calificar',
      done: 'Referido calificado',
      from: ['contacted'],
      to: 'qualified',
      permission: 'referrals.work',
      tone: 'primary',
      explanation: 'Tiene interés y presupuesto: sigue hasta ser cliente.',
    },
    convert: {
      label: 'Convertir',
      done: 'Referido convertido en oportunidad',
      from: ['qualified'],
      to: 'converted',
      permission: 'referrals.work',
      tone: 'primary',
      explanation:
        'Une el referido con el cliente que ya se creó, que no puede ser quien lo refirió, y abre su oportunidad.',
      single: true,
      fields: {
        client_id: reference('Cliente', () => clients, { required: true, width: 'full' }),
        ...openingFields,
      },
    },
    discard: {
      label: 'Descartar',
      done: 'Referido descartado',
      from: openReferralStates,
      to: 'discarded',
      permission: 'referrals.work',
      tone: 'danger',
      fields: { reason: longText('Motivo', { max: 1000, min: 3, required: true }) },
    },
    reopen: {
      label: 'Reabrir',
      done: 'Referido reabierto',
      from: ['discarded', 'expired'],
      to: 'received',
      permission: 'referrals.work',
      explanation: 'Vuelve a la lista de los que hay que contactar, con un plazo nuevo.',
    },
  },
  rules: [],
  notes: true,
});
