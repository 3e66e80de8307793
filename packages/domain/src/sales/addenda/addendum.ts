import type { Reason as ApprovalReason } from '../../approval/reason.ts';
import { brands } from '../../catalogues/crm.ts';
import { companies } from '../../catalogues/organization.ts';
import { agencies } from '../../crm/agencies/agency.ts';
import { clients } from '../../crm/clients/client.ts';
import { signatories } from '../../crm/signatories/signatory.ts';
import { defineDocument } from '../../document/document.ts';
import { priceLists } from '../../inventory/prices/price-list.ts';
import { choice, choices } from '../../kinds/choice.ts';
import { date } from '../../kinds/date.ts';
import { file } from '../../kinds/file.ts';
import { money, percent } from '../../kinds/number.ts';
import { reference, references } from '../../kinds/reference.ts';
import { longText, text } from '../../kinds/text.ts';
import { yesNo } from '../../kinds/yes-no.ts';
import { currencies } from '../../money/currencies.ts';
import type { Guard } from '../../resource/command.ts';
import { linesIn } from '../../resource/lines.ts';
import type { Values } from '../../resource/resource.ts';
import { contracts } from '../contracts/contract.ts';
import { derivedOfSale } from '../lines/sale-line.ts';
import { billingPlans } from '../quotes/billing-plans.ts';
import { bonusReasons, quoteDeciders, quoteReasons } from '../quotes/quote-approval.ts';
import { signingCommands, signingOrderFields } from '../signing/signing-commands.ts';
import { addendumKinds } from './addendum-kinds.ts';
import {
  addendumDeltas,
  addendumInstalments,
  addendumLines,
  addendumPayers,
  leastDifference,
} from './addendum-line.ts';
import { addendumTotals } from './addendum-totals.ts';
import { addendaPermissions } from './permissions.ts';

/** States of an addendum; signing it applies it. */
export const addendumStates = {
  draft: ['Borrador', 'neutral'],
  pending_signature: ['Por firmar', 'warning'],
  applied: ['Firmada y aplicada', 'success'],
  rejected: ['Rechazada', 'danger'],
  voided: ['Anulada', 'neutral'],
} as const;

/** States in which a contract has an open addendum; it has at most one. */
export const openAddendumStates = ['draft', 'pending_signature'] as const;

const isDraft: Guard = {
  needs: ['status'],
  why: ({ status }) =>
    status === 'draft'
      ? null
      : { code: 'wrong_state', text: 'Las cuotas se proponen mientras la adenda es borrador.' },
};

const notByMilestones: Guard = {
  needs: ['billing_plan'],
  why: ({ billing_plan }) =>
    billing_plan === 'milestones'
      ? { code: 'milestones', text: 'Se factura por hitos: escriba cada cuota al editar la adenda.' }
      : null,
};

const derivedOfLines = [
  ...derivedOfSale,
  'before_net',
  'before_flight_to',
  ...Object.keys(addendumDeltas),
  'is_repriced',
];

/** The bonuses of the contract as it will be, where the addendum gives more of them or sells less. */
const bonusesOf = (body: Values): readonly ApprovalReason[] => {
  const lines = linesIn(body, 'lines');
  const isGivingMore =
    String(body.delta_net).startsWith('-') ||
    lines.some(({ op, line_kind }) => line_kind === 'bonus' && (op === 'add' || op === 'change'));
  return isGivingMore
    ? bonusReasons(
        lines.filter(({ op }) => op !== 'remove'),
        body,
      )
    : [];
};

/**
 * A change of a signed contract: lines that are added, changed and removed, with the difference in money. The text of
 * the signed contract stays as it is; signing the addendum changes the lines in force and adds a version (domain §1.4).
 */
export const addenda = defineDocument({
  name: 'addenda',
  screen: 'ventas/adendas',
  label: { one: 'Adenda', many: 'Adendas', gender: 'f' },
  fields: {
    number: text('Número', { max: 80, required: true, readOnly: true, sortable: true, width: 'short' }),
    contract_id: reference('Contrato', () => contracts, { required: true, readOnly: true }),
    kinds: choices('Qué cambia', addendumKinds, { required: true }),
    effective_on: date('Efectiva desde', {
      required: true,
      sortable: true,
      hint: 'Desde ese día cambia lo contratado; lo anterior queda como está.',
    }),
    reason: longText('Motivo', { max: 1000, min: 3, required: true }),
    company_id: reference('Compañía', () => companies, { required: true, readOnly: true }),
    client_id: reference('Cliente', () => clients, { required: true, readOnly: true }),
    brand_id: reference('Marca', () => brands, { readOnly: true }),
    agency_id: reference('Agencia', () => agencies, { readOnly: true }),
    billing_party: choice(
      'Se factura a',
      { client: 'Cliente', agency: 'Agencia' },
      { required: true, readOnly: true, initial: 'client', width: 'short' },
    ),
    billing_plan: choice('Plan de facturación', billingPlans, {
      required: true,
      readOnly: true,
      initial: 'by_consumption',
    }),
    price_list_id: reference('Lista de precios', () => priceLists, { required: true, readOnly: true }),
    currency_code: choice('Moneda', currencies, {
      required: true,
      readOnly: true,
      initial: 'DOP',
      width: 'short',
    }),
    own_signatory_ids: references('Firman por la compañía', () => signatories, {
      filter: { company_id: 'company_id' },
    }),
    client_signatory_ids: references('Firman por el cliente', () => signatories, {
      filter: { client_id: 'client_id' },
      when: { field: 'billing_party', is: ['client'] },
    }),
    agency_signatory_ids: references('Firman por la agencia', () => signatories, {
      filter: { agency_id: 'agency_id' },
      when: { field: 'billing_party', is: ['agency'] },
    }),
    signed_on: date('Firmada el', { readOnly: true, sortable: true }),
    signatures: text('Firmas', {
      max: 20,
      readOnly: true,
      computed: true,
      width: 'short',
      hint: 'Cuántas tiene, de las que necesita.',
    }),
    effect: choice(
      'Efecto',
      {
        increase: ['Aumenta', 'success'],
        decrease: ['Reduce', 'warning'],
        none: ['Mismo monto', 'neutral'],
      },
      { required: true, readOnly: true, derived: true, initial: 'none', width: 'short' },
    ),
    max_discount_pct: percent('Descuento mayor', {
      readOnly: true,
      required: true,
      derived: true,
      initial: '0.0000',
    }),
    allowed_discount_pct: percent('Descuento permitido', { readOnly: true, computed: true, aggregate: null }),
    credit_held: yesNo('Crédito retenido', { readOnly: true, computed: true }),
    scheduled: money('Δ en cuotas, sin impuesto', {
      currency: 'currency_code',
      readOnly: true,
      required: true,
      derived: true,
      initial: '0.00',
      min: leastDifference,
    }),
    ...addendumDeltas,
    status: choice('Estado', addendumStates, {
      required: true,
      readOnly: true,
      initial: 'draft',
      sortable: true,
      width: 'short',
    }),
  },
  title: 'number',
  code: 'number',
  search: ['number'],
  order: '-created_at',
  columns: [
    'number',
    'contract_id',
    'client_id',
    'kinds',
    'effective_on',
    'delta_net',
    'delta_total',
    'signatures',
    'signed_on',
    'status',
  ],
  brief: ['contract_id', 'delta_net'],
  filters: [
    'status',
    'contract_id',
    'client_id',
    'agency_id',
    'effect',
    'kinds',
    'effective_on',
    'signed_on',
    'delta_net',
    'created_at',
  ],
  sections: [
    { label: 'Adenda', fields: ['contract_id', 'kinds', 'effective_on', 'reason'] },
    {
      label: 'Partes',
      fields: ['company_id', 'client_id', 'brand_id', 'agency_id', 'billing_party'],
    },
    {
      label: 'Moneda y facturación',
      fields: [
        'currency_code',
        'billing_plan',
        'delta_net',
        'delta_taxable',
        'delta_tax',
        'delta_total',
        'scheduled',
      ],
    },
    {
      label: 'Firma',
      fields: ['own_signatory_ids', 'client_signatory_ids', 'agency_signatory_ids', 'signed_on'],
    },
  ],
  headline: {
    identity: ['contract_id', 'client_id'],
    facts: ['kinds', 'effective_on', 'delta_net', 'delta_total', 'signed_on'],
  },
  operations: ['update'],
  partOf: ['contract_id'],
  finished: ['applied', 'rejected', 'voided'],
  permissions: addendaPermissions,
  notes: true,
  state: 'status',
  commands: {
    plan_billing: {
      label: 'Proponer cuotas',
      done: 'Cuotas propuestas',
      guards: [isDraft, notByMilestones],
      undo: { by: 'log' },
      explanation:
        'Calcula cuánto más o menos se factura cada día según el plan del contrato. Una reducción se reparte entre las cuotas desde la fecha efectiva y, si no alcanzan, entre las anteriores sin facturar. Lo facturado no baja.',
    },
    submit: {
      label: 'Enviar a firma',
      done: 'Adenda enviada a firma',
      from: ['draft'],
      to: 'pending_signature',
      tone: 'primary',
      checked: true,
      oneByOne: true,
      fields: signingOrderFields,
      undo: { by: 'command', name: 'return' },
      explanation:
        'Fija lo que se firma. Mientras espera las firmas no cambia: para corregirla, devuélvala a borrador.',
    },
    return: {
      label: 'Devolver a borrador',
      done: 'Adenda devuelta a borrador',
      from: ['pending_signature'],
      to: 'draft',
      fields: { comment: longText('Qué hay que corregir', { max: 1000 }) },
      reason: 'comment',
      undo: { by: 'command', name: 'submit' },
    },
    ...signingCommands({ one: 'la adenda', end: 'a', permission: 'addenda.apply', refused: 'draft' }),
    apply: {
      label: 'Registrar firma y aplicar',
      done: 'Adenda firmada y aplicada',
      from: ['pending_signature'],
      to: 'applied',
      permission: 'addenda.apply',
      tone: 'primary',
      single: true,
      checked: true,
      fields: {
        signed_on: date('Firmada el', { required: true, hint: 'El día de la última firma.' }),
        scan: file('Adenda firmada', { hint: 'El escaneo del documento con todas las firmas.' }),
      },
      undo: { never: 'Una adenda aplicada no se deshace: haga otra.' },
      explanation:
        'Registra las firmas que faltan, ocupa y libera los espacios, cambia los renglones en vigor y guarda otra versión del contrato. Las colocaciones que ya no caben se cancelan.',
    },
    reject: {
      label: 'Registrar rechazo',
      done: 'Adenda rechazada',
      from: ['pending_signature'],
      to: 'rejected',
      tone: 'danger',
      fields: { comment: longText('Motivo', { max: 1000, min: 3, required: true }) },
      reason: 'comment',
      undo: { never: 'Haga otra adenda.' },
    },
    void: {
      label: 'Anular',
      done: 'Adenda anulada',
      from: ['draft', 'pending_signature'],
      to: 'voided',
      tone: 'danger',
      rare: true,
      fields: { comment: longText('Motivo', { max: 1000, min: 3, required: true }) },
      reason: 'comment',
      undo: { never: 'Haga otra adenda.' },
    },
  },
  lines: {
    lines: {
      of: () => addendumLines,
      by: 'addendum_id',
      mode: 'inBody',
      max: 400,
      derived: derivedOfLines,
    },
    instalments: {
      of: () => addendumInstalments,
      by: 'addendum_id',
      mode: 'inBody',
      max: 240,
      derived: [],
    },
    payers: { of: () => addendumPayers, by: 'addendum_id', mode: 'inBody', max: 10, derived: [] },
  },
  totals: addendumTotals,
  sums: {
    ...Object.fromEntries(Object.keys(addendumDeltas).map((name) => [name, `lines.${name}`])),
    scheduled: 'instalments.amount',
  },
  freeze: { from: ['applied', 'rejected', 'voided'], except: [] },
  number: {
    series: 'addendum',
    at: 'create',
    per: ['company', 'contract', 'year'],
    gapless: true,
    field: 'number',
    of: { company: 'company_id', contract: 'contract_id' },
  },
  approval: {
    before: ['submit'],
    permissions: quoteDeciders,
    reasons: (body) => [
      ...quoteReasons({
        ...body,
        total: body.delta_total,
        // It was decided with the contract.
        regulated_industry: null,
        credit_held: body.credit_held === true && !String(body.delta_total).startsWith('-'),
        allowed_bonus_pct: null,
        lines: linesIn(body, 'lines').filter(({ is_repriced }) => is_repriced === true),
      }),
      ...bonusesOf(body),
    ],
  },
});
