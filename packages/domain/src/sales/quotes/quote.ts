import { users } from '../../admin/users/user.ts';
import { brands } from '../../catalogues/crm.ts';
import { creditTerms } from '../../catalogues/finance.ts';
import { companies } from '../../catalogues/organization.ts';
import { agencies } from '../../crm/agencies/agency.ts';
import { clients } from '../../crm/clients/client.ts';
import { contacts } from '../../crm/contacts/contact.ts';
import { defineDocument } from '../../document/document.ts';
import { priceLists } from '../../inventory/prices/price-list.ts';
import { choice } from '../../kinds/choice.ts';
import { date, dateTime } from '../../kinds/date.ts';
import { type DateRange, dateRange } from '../../kinds/date-range.ts';
import { file } from '../../kinds/file.ts';
import { integer, money, percent } from '../../kinds/number.ts';
import { reference } from '../../kinds/reference.ts';
import { longText, text } from '../../kinds/text.ts';
import { yesNo } from '../../kinds/yes-no.ts';
import { currencies } from '../../money/currencies.ts';
import { computedFact } from '../../resource/computed-fact.ts';
import type { Resource, Rule } from '../../resource/resource.ts';
import { contracts } from '../contracts/contract.ts';
import { convertQuote } from '../contracts/convert-quote.ts';
import { derivedOfSale, mostSaleLines, saleAmounts } from '../lines/sale-line.ts';
import { opportunities } from '../opportunities/opportunity.ts';
import { billingPlans, commissionModes } from './billing-plans.ts';
import { copyFields } from './copy-fields.ts';
import { quoteDeciders, quoteReasons } from './quote-approval.ts';
import { isDraft, isOpen, isReplaceable, notExpired } from './quote-guards.ts';
import { quoteLines } from './quote-line.ts';
import { quoteRoomCommands } from './quote-room-commands.ts';
import { quoteTotals } from './quote-totals.ts';

/** States of a quote: it is edited as a draft; what was sent is replaced by a new version. */
export const quoteStates = {
  draft: ['Borrador', 'neutral'],
  sent: ['Enviado', 'info'],
  accepted: ['Aceptado', 'success'],
  rejected: ['Rechazado', 'danger'],
  expired: ['Vencido', 'warning'],
  superseded: ['Reemplazado', 'neutral'],
  converted: ['Convertido', 'success'],
} as const;

/** States in which a quote no longer changes. */
export const closedQuoteStates = [
  'sent',
  'accepted',
  'rejected',
  'expired',
  'superseded',
  'converted',
] as const;

const closedFlight: Rule = ({ flight }) => {
  const period = flight as DateRange | null | undefined;
  return period && (!period.from || !period.to) ? { flight: ['Indique desde cuándo y hasta cuándo.'] } : null;
};

/**
 * A quote, or media plan: what is offered to a client, when, and for how much (domain §1.4). It is edited as a draft,
 * frozen when it is sent, and replaced by a new version with the same number. Only the current version can be accepted.
 */
export const quotes = defineDocument({
  name: 'quotes',
  screen: 'ventas/presupuestos',
  label: { one: 'Presupuesto', many: 'Presupuestos', gender: 'm' },
  fields: {
    number: text('Número', { max: 40, readOnly: true, sortable: true, width: 'short' }),
    version: integer('Versión', {
      required: true,
      readOnly: true,
      initial: 1,
      aggregate: null,
      sortable: false,
    }),
    name: text('Campaña', {
      max: 160,
      required: true,
      sortable: true,
      width: 'wide',
      begins: { from: 'parent', by: 'opportunity_id', field: 'name' },
      placeholder: 'Lanzamiento de temporada',
    }),
    status: choice('Estado', quoteStates, {
      required: true,
      readOnly: true,
      initial: 'draft',
      sortable: true,
      width: 'short',
    }),
    opportunity_id: reference('Oportunidad', (): Resource => opportunities),
    client_id: reference('Cliente', () => clients, {
      required: true,
      begins: { from: 'parent', by: 'opportunity_id', field: 'client_id' },
    }),
    brand_id: reference('Marca', () => brands, {
      filter: { client_id: 'client_id' },
      begins: { from: 'parent', by: 'opportunity_id', field: 'brand_id' },
    }),
    agency_id: reference('Agencia', () => agencies, {
      begins: { from: 'parent', by: 'opportunity_id', field: 'agency_id' },
      hint: 'Necesita una carta de autorización del cliente para comprar.',
    }),
    contact_id: reference('Contacto', () => contacts, {
      begins: { from: 'parent', by: 'opportunity_id', field: 'contact_id' },
      hint: 'Quien recibe el presupuesto.',
    }),
    owner_id: reference('Vendedor', () => users, { required: true, begins: { from: 'me' } }),
    company_id: reference('Compañía', () => companies, {
      required: true,
      begins: { from: 'first' },
      hint: 'La que vende y factura.',
    }),
    currency_code: choice('Moneda', currencies, {
      required: true,
      initial: 'DOP',
      width: 'short',
      setting: { initial: 'currency_default' },
      begins: { from: 'parent', by: 'opportunity_id', field: 'currency_code' },
    }),
    price_list_id: reference('Lista de precios', () => priceLists, {
      only: { status: 'current' },
      required: true,
      filter: { currency_code: 'currency_code' },
    }),
    flight: dateRange('Vuelo', {
      required: true,
      width: 'wide',
      begins: { from: 'parent', by: 'opportunity_id', field: 'flight' },
      hint: 'Del primer al último día: los renglones quedan dentro.',
    }),
    valid_until: date('Válido hasta', {
      hint: 'Vacío: los días que indica la configuración.',
    }),
    budget_amount: money('Dinero del cliente', {
      currency: 'currency_code',
      begins: { from: 'parent', by: 'opportunity_id', field: 'expected_amount' },
      hint: 'Lo que el cliente quiere gastar, sin impuestos.',
    }),
    billing_plan: choice('Se factura', billingPlans, { required: true, initial: 'by_consumption' }),
    credit_term_id: reference('Término de crédito', () => creditTerms, {
      begins: { from: 'parent', by: 'client_id', field: 'credit_term_id' },
      hint: 'Vacío: el del cliente.',
    }),
    notes: longText('Notas', { max: 4000 }),
    hold_state: choice(
      'Reserva',
      {
        none: ['Sin reserva', 'neutral'],
        partial: ['Reservado en parte', 'warning'],
        held: ['Reservado', 'success'],
      },
      { required: true, readOnly: true, computed: true, width: 'short', besides: ['status'] },
    ),
    agency_commission_pct: percent('Comisión de agencia', { readOnly: true, derived: true }),
    commission_mode: choice('Modo de comisión', commissionModes, { readOnly: true, derived: true }),
    max_discount_pct: percent('Descuento mayor', {
      readOnly: true,
      required: true,
      derived: true,
      initial: '0.0000',
    }),
    over_limit: yesNo('Descuento sobre el límite', {
      ...computedFact,
      hint: 'Mayor que el que su vendedor puede dar sin aprobación.',
    }),
    allowed_discount_pct: percent('Descuento permitido', { readOnly: true, computed: true, aggregate: null }),
    credit_held: yesNo('Crédito retenido', { readOnly: true, computed: true }),
    term_days_over: integer('Días de crédito de más', {
      readOnly: true,
      computed: true,
      aggregate: null,
      sortable: false,
    }),
    credit_limit: money('Límite de crédito', {
      currency: 'credit_currency_code',
      readOnly: true,
      computed: true,
      aggregate: null,
      hint: 'De quien pagaría.',
    }),
    exposure: money('Exposición', {
      currency: 'credit_currency_code',
      readOnly: true,
      computed: true,
      aggregate: null,
      hint: 'Lo que debe o deberá quien pagaría, con este presupuesto.',
    }),
    credit_currency_code: choice('Moneda del crédito', currencies, {
      readOnly: true,
      computed: true,
      width: 'short',
      isInternal: true,
    }),
    ...saleAmounts,
    sent_at: dateTime('Enviado', { readOnly: true }),
    accepted_on: date('Aceptado el', { readOnly: true }),
    accepted_by: text('Aceptado por', { max: 160, readOnly: true }),
    acceptance_file: file('Constancia de aceptación', { readOnly: true }),
    rejection_reason: longText('Motivo del rechazo', { max: 1000, readOnly: true }),
    replaced_by_id: reference('Reemplazado por', (): Resource => quotes, { readOnly: true }),
    renewal_of_id: reference('Renueva a', (): Resource => contracts, {
      readOnly: true,
      hint: 'El contrato que termina y para cuyo final se propuso este.',
    }),
  },
  title: 'name',
  code: 'number',
  keys: ['number'],
  subtitle: 'number',
  search: ['number', 'name'],
  order: '-created_at',
  columns: [
    'name',
    'version',
    'status',
    'client_id',
    'agency_id',
    'flight',
    'total',
    'hold_state',
    'valid_until',
    'gross',
    'max_discount_pct',
    'net',
  ],
  brief: ['client_id', 'total'],
  filters: [
    'status',
    'client_id',
    'agency_id',
    'owner_id',
    'opportunity_id',
    'company_id',
    'price_list_id',
    'hold_state',
    'over_limit',
    'renewal_of_id',
    'flight',
    'valid_until',
    'total',
    'created_at',
  ],
  sections: [
    {
      label: 'Cliente',
      fields: [
        'number',
        'version',
        'name',
        'opportunity_id',
        'client_id',
        'brand_id',
        'agency_id',
        'contact_id',
        'owner_id',
        'renewal_of_id',
      ],
    },
    {
      label: 'Condiciones',
      fields: [
        'company_id',
        'currency_code',
        'price_list_id',
        'flight',
        'valid_until',
        'budget_amount',
        'billing_plan',
        'credit_term_id',
        'hold_state',
      ],
    },
    { label: 'Notas', fields: ['notes'], folded: true },
    {
      label: 'Respuesta del cliente',
      fields: [
        'sent_at',
        'accepted_on',
        'accepted_by',
        'acceptance_file',
        'rejection_reason',
        'replaced_by_id',
      ],
    },
  ],
  headline: {
    identity: ['number', 'client_id', 'owner_id'],
    facts: ['total', 'max_discount_pct', 'flight', 'valid_until', 'hold_state'],
  },
  owners: ['owner_id'],
  worth: 'total',
  finished: ['rejected', 'expired', 'superseded', 'converted'],
  state: 'status',
  commands: {
    send: {
      label: 'Enviar',
      done: 'Presupuesto enviado',
      from: ['draft'],
      to: 'sent',
      checked: true,
      guards: [notExpired],
      tone: 'primary',
      explanation: 'Desde ahora no cambia: lo que haya que corregir va en una nueva versión.',
      undo: { never: 'Lo enviado no se deshace: haga una nueva versión.' },
    },
    ...quoteRoomCommands,
    accept: {
      label: 'Registrar aceptación',
      done: 'Presupuesto aceptado',
      by: ['user', 'client'],
      from: ['sent'],
      to: 'accepted',
      guards: [notExpired],
      single: true,
      fields: {
        accepted_by: text('Quién lo aceptó', { max: 160, required: true }),
        accepted_on: date('Cuándo', { required: true }),
        acceptance_file: file('Constancia', { hint: 'El correo, la orden o el presupuesto firmado.' }),
      },
      undo: { never: 'Lo aceptado no se deshace: haga una nueva versión.' },
    },
    convert: convertQuote,
    reject: {
      label: 'Registrar rechazo',
      done: 'Presupuesto rechazado',
      by: ['user', 'client'],
      from: ['sent'],
      to: 'rejected',
      reason: 'rejection_reason',
      tone: 'danger',
      fields: { rejection_reason: longText('Motivo', { max: 1000, min: 5, required: true }) },
      explanation: 'Sus reservas se liberan.',
      undo: { never: 'Para seguir negociando, haga una nueva versión.' },
    },
    expire: {
      label: 'Vencer',
      done: 'Presupuesto vencido',
      by: ['system'],
      from: ['sent'],
      to: 'expired',
      undo: { never: 'Para seguir negociando, haga una nueva versión.' },
    },
    new_version: {
      label: 'Nueva versión',
      done: 'Nueva versión del presupuesto',
      guards: [isReplaceable],
      single: true,
      explanation: 'Hace un borrador con lo mismo y el mismo número; esta versión queda reemplazada.',
      undo: { never: 'La versión anterior queda en el historial.' },
    },
    copy: {
      label: 'Copiar con otras fechas',
      done: 'Presupuesto copiado',
      permission: 'quotes.create',
      single: true,
      rare: true,
      fields: copyFields(true),
      explanation: 'Hace un borrador nuevo, con su propio número. Este presupuesto no cambia.',
      undo: { never: 'Archive la copia si no la necesita.' },
    },
    hold: {
      label: 'Reservar espacios',
      done: 'Espacios reservados',
      permission: 'holds.create',
      changes: true,
      checked: true,
      guards: [isOpen],
      fields: {
        waits: yesNo('Quedar en cola donde no haya lugar', {
          initial: false,
          hint: 'Sin marcar, si algo no cabe no se reserva nada.',
        }),
      },
      explanation:
        'Reserva los espacios de todos los renglones que no lo estén. La reserva vence sola; el presupuesto sigue.',
      undo: { by: 'command', name: 'release_holds' },
    },
    release_holds: {
      label: 'Liberar reservas',
      done: 'Reservas liberadas',
      checked: true,
      rare: true,
      undo: { by: 'command', name: 'hold' },
    },
    reprice: {
      label: 'Recotizar',
      done: 'Presupuesto recotizado',
      guards: [isDraft],
      checked: true,
      single: true,
      rare: true,
      fields: {
        price_list_id: reference('Lista de precios', () => priceLists, {
          only: { status: 'current' },
          required: true,
          hint: 'Los precios de lista y los totales se calculan de nuevo; los acordados quedan.',
        }),
      },
    },
  },
  lines: {
    lines: {
      of: () => quoteLines,
      by: 'quote_id',
      mode: 'inBody',
      max: mostSaleLines,
      derived: derivedOfSale,
    },
  },
  totals: quoteTotals,
  sums: Object.fromEntries(Object.keys(saleAmounts).map((name) => [name, `lines.${name}`])),
  freeze: {
    from: closedQuoteStates,
    except: [
      'owner_id',
      'notes',
      'accepted_on',
      'accepted_by',
      'acceptance_file',
      'rejection_reason',
      'replaced_by_id',
    ],
  },
  number: {
    series: 'quote',
    at: 'create',
    per: ['company', 'year'],
    gapless: false,
    field: 'number',
    of: { company: 'company_id' },
  },
  approval: { before: ['send'], permissions: quoteDeciders, reasons: quoteReasons },
  rules: [closedFlight],
  notes: true,
});
