import { users } from '../../admin/users/user.ts';
import {
  brands,
  closingProbabilities,
  industries,
  leadSources,
  stageRequirements,
} from '../../catalogues/crm.ts';
import { adClassifications, platforms } from '../../catalogues/inventory.ts';
import { agencies } from '../../crm/agencies/agency.ts';
import { clients } from '../../crm/clients/client.ts';
import { contacts } from '../../crm/contacts/contact.ts';
import { activityFacts, phonesOfContact } from '../../crm/follow-up/activity-facts.ts';
import { referrals } from '../../crm/referrals/referral.ts';
import { referralRewards, rewardStates } from '../../crm/referrals/referral-rewards.ts';
import { defineDocument } from '../../document/document.ts';
import { reasons } from '../../finance/reason.ts';
import { choice } from '../../kinds/choice.ts';
import { date, dateTime } from '../../kinds/date.ts';
import { dateRange } from '../../kinds/date-range.ts';
import { isEmpty, withOptions } from '../../kinds/kind.ts';
import { money, percent } from '../../kinds/number.ts';
import { reference, references } from '../../kinds/reference.ts';
import { tags } from '../../kinds/tags.ts';
import { longText, text } from '../../kinds/text.ts';
import { currencies } from '../../money/currencies.ts';
import type { Guard } from '../../resource/command.ts';
import { linesIn } from '../../resource/lines.ts';
import type { Resource } from '../../resource/resource.ts';
import { takenFrom } from '../../resource/taken-from.ts';
import { opportunitySplits } from './opportunity-split.ts';
import { opportunityViewing } from './permissions.ts';
import { splitTotal } from './split-total.ts';

/** Results of an opportunity; each stage of the pipeline belongs to one of them. */
export const opportunityResults = {
  open: ['Abierta', 'info'],
  won: ['Ganada', 'success'],
  lost: ['Perdida', 'danger'],
  paused: ['En pausa', 'warning'],
} as const;

/** Days after its loss within which an opportunity can be reopened (domain §2.4). */
export const reopenDays = 30;

const openStage = { required: true, only: { result: 'open' } } as const;

const unfinished: Guard = {
  needs: ['result'],
  why: ({ result }) =>
    result === 'open' || result === 'paused' ? null : { text: 'Ya está cerrada; no se fusiona.' },
};

/** Fields that a stage may require, so that a move asks for those that are missing. */
const requirable = {
  contact_id: reference('Contacto', () => contacts, { hint: 'Una persona del cliente o de la agencia.' }),
  brand_id: reference('Marca', () => brands, { filter: { client_id: 'client_id' } }),
  flight: dateRange('Vuelo', { hint: 'Fechas de la campaña.' }),
  platform_ids: references('Plataformas', () => platforms),
  expected_amount: money('Monto esperado', { currency: 'currency_code', sortable: true }),
  ad_classification_id: reference('Clasificación de pauta', () => adClassifications),
  objective: longText('Objetivo de la campaña', { max: 2000 }),
  lead_source_id: reference('Fuente', () => leadSources),
} satisfies Record<keyof typeof stageRequirements, unknown>;

/**
 * A possible sale with its stage, amount and expected close date (domain §1.4). A signed contract wins it; it is never
 * deleted, only lost or archived.
 */
export const opportunities = defineDocument({
  name: 'opportunities',
  screen: 'ventas/oportunidades',
  label: { one: 'Oportunidad', many: 'Oportunidades', gender: 'f' },
  fields: {
    number: text('Número', { max: 40, readOnly: true, sortable: true, width: 'short' }),
    name: text('Nombre', {
      max: 160,
      required: true,
      sortable: true,
      width: 'wide',
      placeholder: 'Campaña de Navidad',
    }),
    client_id: reference('Cliente', () => clients, { required: true, width: 'wide' }),
    industry_id: reference('Industria', () => industries, takenFrom('client_id', 'industry_id')),
    brand_id: requirable.brand_id,
    agency_id: reference('Agencia', () => agencies),
    contact_id: requirable.contact_id,
    owner_id: reference('Vendedor', () => users, { required: true, begins: { from: 'me' } }),
    team_leader_id: reference('Equipo de', () => users, {
      readOnly: true,
      computed: true,
      through: { by: 'owner_id', field: 'reports_to_id' },
      hint: 'A quien reporta el vendedor.',
    }),
    stage_id: reference('Etapa', () => closingProbabilities, {
      ...openStage,
      changedBy: 'move',
      begins: { from: 'first' },
      besides: ['stale_on'],
    }),
    probability_pct: percent('Probabilidad', {
      required: true,
      readOnly: true,
      sortable: true,
      besides: ['probability_override', 'stage_probability_pct'],
    }),
    probability_override: percent('Probabilidad ajustada', { readOnly: true }),
    probability_reason: longText('Por qué se ajustó', { max: 1000, readOnly: true }),
    stage_probability_pct: percent('Probabilidad de la etapa', { readOnly: true, computed: true }),
    expected_amount: withOptions(requirable.expected_amount, { required: true }),
    currency_code: choice('Moneda', currencies, {
      required: true,
      initial: 'DOP',
      width: 'short',
      setting: { initial: 'currency_default' },
    }),
    weighted_amount: money('Monto ponderado', {
      currency: 'currency_code',
      required: true,
      readOnly: true,
      sortable: true,
    }),
    expected_close_date: date('Cierre esperado', { required: true, sortable: true, width: 'medium' }),
    flight: requirable.flight,
    platform_ids: requirable.platform_ids,
    ad_classification_id: requirable.ad_classification_id,
    objective: requirable.objective,
    lead_source_id: requirable.lead_source_id,
    referral_id: reference('Referido', () => referrals),
    competitors: tags('Competidores', { hint: 'Medios o empresas que también compiten por esta venta.' }),
    next_step: text('Próximo paso', {
      max: 200,
      required: true,
      width: 'wide',
      placeholder: 'Presentar la propuesta',
    }),
    result: choice('Resultado', opportunityResults, {
      required: true,
      readOnly: true,
      initial: 'open',
      width: 'short',
    }),
    stage_since: dateTime('En la etapa desde', { required: true, readOnly: true, sortable: true }),
    stale_on: date('Se estanca el', { readOnly: true, sortable: true }),
    last_stage_id: reference('Última etapa abierta', () => closingProbabilities, {
      readOnly: true,
      when: { field: 'result', is: ['won', 'lost', 'paused'] },
    }),
    resume_on: date('Retomar el', {
      readOnly: true,
      when: { field: 'result', is: ['paused'] },
    }),
    loss_reason_id: reference('Motivo de la pérdida', () => reasons, {
      readOnly: true,
      when: { field: 'result', is: ['lost'] },
    }),
    loss_notes: longText('Qué pasó', { max: 2000, readOnly: true, when: { field: 'result', is: ['lost'] } }),
    closed_at: dateTime('Cerrada', {
      readOnly: true,
      sortable: true,
      when: { field: 'result', is: ['won', 'lost'] },
    }),
    won_amount: money('Monto ganado', {
      currency: 'won_currency_code',
      readOnly: true,
      when: { field: 'result', is: ['won'] },
    }),
    won_currency_code: choice('Moneda del monto ganado', currencies, {
      readOnly: true,
      width: 'short',
      when: { field: 'result', is: ['won'] },
    }),
    merged_into_id: reference('Fusionada con', (): Resource => opportunities, { readOnly: true }),
    splits_pct: percent('Repartido', { required: true, readOnly: true, derived: true, initial: '0' }),
    next_activity_at: dateTime('Próxima acción', { readOnly: true, sortable: true }),
    referrer: text('Lo refirió', { max: 160, readOnly: true, computed: true }),
    expected_reward: money('Recompensa estimada', {
      currency: 'currency_code',
      readOnly: true,
      computed: true,
    }),
    reward_earned: money('Recompensa devengada', {
      currency: 'currency_code',
      readOnly: true,
      computed: true,
      min: -1e15,
    }),
    reward_state: choice('Estado de la recompensa', rewardStates, {
      required: true,
      readOnly: true,
      derived: true,
      initial: 'none',
      width: 'short',
    }),
    reward_type: choice('Recompensa', referralRewards, {
      readOnly: true,
      computed: true,
      width: 'short',
    }),
  },
  title: 'name',
  code: 'number',
  subtitle: 'number',
  keys: ['number'],
  likeness: { by: {} },
  search: ['number', 'name'],
  order: '-created_at',
  columns: [
    'name',
    'client_id',
    'agency_id',
    'stage_id',
    'probability_pct',
    'stage_since',
    'expected_amount',
    'weighted_amount',
    'expected_close_date',
    'next_activity_at',
    'owner_id',
    'result',
  ],
  brief: ['client_id', 'expected_amount'],
  filters: [
    'result',
    'stage_id',
    'owner_id',
    'team_leader_id',
    'client_id',
    'industry_id',
    'agency_id',
    'expected_close_date',
    'closed_at',
    'stale_on',
    'platform_ids',
    'lead_source_id',
    'loss_reason_id',
    'expected_amount',
    'currency_code',
    'next_activity_at',
    'referral_id',
    'reward_state',
    'competitors',
  ],
  sections: [
    {
      label: 'Quién y qué',
      fields: ['name', 'client_id', 'brand_id', 'agency_id', 'contact_id', 'owner_id'],
    },
    {
      label: 'Venta',
      fields: [
        'stage_id',
        'expected_amount',
        'currency_code',
        'expected_close_date',
        'next_step',
        'competitors',
      ],
    },
    {
      label: 'Campaña',
      fields: ['flight', 'platform_ids', 'ad_classification_id', 'objective'],
    },
    { label: 'Origen', fields: ['lead_source_id', 'referral_id'], folded: true },
  ],
  permissions: {
    ...opportunityViewing,
    create: 'opportunities.create',
    updateAll: 'opportunities.update_all',
    updateOwn: 'opportunities.update_own',
    archive: 'opportunities.delete',
    export: 'opportunities.export',
    import: 'opportunities.import',
  },
  headline: {
    identity: ['client_id', 'stage_id', 'owner_id'],
    facts: [
      ...activityFacts('opportunity_id'),
      'expected_amount',
      'weighted_amount',
      'expected_close_date',
      'next_step',
    ],
    phoneSources: [phonesOfContact('contact_id')],
  },
  owners: ['owner_id'],
  alsoSeenBy: [{ part: () => opportunitySplits, by: 'opportunity_id' }],
  successors: { merged_into_id: 'sus presupuestos, actividades y cambios de etapa están allá.' },
  finished: ['won', 'lost'],
  parts: ['opportunity_moves'],
  worth: 'expected_amount',
  notes: true,
  state: 'result',
  commands: {
    move: {
      label: 'Cambiar etapa',
      done: 'Etapa cambiada',
      from: ['open'],
      tone: 'primary',
      atHand: true,
      fields: { stage_id: reference('Etapa', () => closingProbabilities, openStage), ...requirable },
      fills: Object.keys(stageRequirements),
      undo: { by: 'log', whole: true },
    },
    override_probability: {
      label: 'Ajustar probabilidad',
      done: 'Probabilidad ajustada',
      from: ['open'],
      rare: true,
      reason: 'probability_reason',
      explanation: 'Vale mientras siga en esta etapa; al cambiar de etapa vuelve a la de la etapa.',
      fields: {
        probability_override: percent('Probabilidad', { required: true }),
        probability_reason: longText('Motivo', { max: 1000, min: 5, required: true }),
      },
      fills: ['probability_override', 'probability_reason'],
      single: true,
      undo: { by: 'log', whole: true },
    },
    reset_probability: {
      label: 'Volver a la probabilidad de la etapa',
      done: 'Vuelve a valer la probabilidad de la etapa',
      from: ['open'],
      rare: true,
      guards: [
        {
          needs: ['probability_override'],
          why: ({ probability_override }) =>
            isEmpty(probability_override) ? { text: 'Ya vale la probabilidad de su etapa.' } : null,
        },
      ],
      undo: { by: 'log', whole: true },
    },
    win: {
      label: 'Ganar sin contrato',
      done: 'Oportunidad ganada',
      from: ['open', 'paused'],
      to: 'won',
      permission: 'opportunities.force_win',
      single: true,
      rare: true,
      explanation: 'Lo usual es que la gane la firma de su contrato. Diga por qué se da por ganada sin él.',
      fields: {
        amount: money('Monto ganado', { currency: 'currency_code', required: true }),
        reason: longText('Motivo', { max: 1000, min: 5, required: true }),
      },
      undo: { by: 'log', whole: true },
    },
    merge: {
      label: 'Fusionar con otra',
      done: 'Oportunidades fusionadas',
      single: true,
      rare: true,
      explanation:
        'Queda la que elija, con los presupuestos, las actividades y los cambios de etapa de ambas. Esta se archiva y enlaza con ella.',
      fields: {
        into_id: reference('La que queda', (): Resource => opportunities, {
          required: true,
          filter: { client_id: 'client_id' },
          only: { result: 'open' },
          width: 'full',
          hint: 'Otra oportunidad abierta del mismo cliente.',
        }),
        amount: choice(
          'Monto que queda',
          { sum: 'La suma de ambos', target: 'El de la que queda', source: 'El de esta' },
          { required: true, initial: 'target' },
        ),
      },
      guards: [unfinished],
      undo: { by: 'log', whole: true },
    },
    divide: {
      label: 'Dividir',
      done: 'Oportunidad dividida',
      from: ['open'],
      single: true,
      rare: true,
      explanation:
        'Una parte del monto pasa a una oportunidad nueva con los mismos datos. La suma no cambia.',
      fields: {
        new_name: text('Nombre de la nueva', { max: 160, required: true, width: 'full' }),
        amount: money('Monto de la nueva', { currency: 'currency_code', required: true, min: 0.01 }),
      },
      undo: { by: 'log', whole: true },
    },
    lose: {
      label: 'Dar por perdida',
      done: 'Oportunidad perdida',
      from: ['open', 'paused'],
      to: 'lost',
      tone: 'danger',
      reason: 'loss_notes',
      explanation: `Las reservas de sus presupuestos se liberan. Puede reabrirse durante ${reopenDays} días.`,
      fields: {
        loss_reason_id: reference('Motivo', () => reasons, {
          required: true,
          only: { kind: 'loss' },
          width: 'full',
        }),
        loss_notes: longText('Qué pasó', { max: 2000 }),
      },
    },
    pause: {
      label: 'Poner en pausa',
      done: 'Oportunidad en pausa',
      from: ['open'],
      to: 'paused',
      rare: true,
      explanation: 'No cuenta en el pipeline hasta que se retome. Ese día se le recuerda a su vendedor.',
      fields: {
        resume_on: date('Retomar el', { required: true }),
        reason: longText('Motivo', { max: 1000 }),
      },
    },
    resume: {
      label: 'Retomar',
      done: 'Oportunidad retomada',
      from: ['paused'],
      to: 'open',
      tone: 'primary',
      explanation: 'Vuelve a la etapa en que estaba.',
    },
    reopen: {
      label: 'Reabrir',
      done: 'Oportunidad reabierta',
      from: ['lost'],
      to: 'open',
      explanation: 'Vuelve a la etapa en que estaba cuando se perdió.',
      within: {
        since: 'closed_at',
        hours: reopenDays * 24,
        late: `Se perdió hace más de ${reopenDays} días y ya no se reabre. Cree una oportunidad nueva.`,
      },
    },
  },
  lines: {
    splits: {
      of: () => opportunitySplits,
      by: 'opportunity_id',
      mode: 'inBody',
      max: 10,
      derived: [],
    },
  },
  totals: (body) => ({
    header: { splits_pct: splitTotal(linesIn(body, 'splits')) },
    lines: new Map(),
  }),
  number: { series: 'opportunity', at: 'create', per: ['year'], gapless: false, field: 'number' },
});
