import { agencies } from '../crm/agencies/agency.ts';
import { billingParties } from '../crm/clients/account-choices.ts';
import { clients } from '../crm/clients/client.ts';
import { choice, choices } from '../kinds/choice.ts';
import { file } from '../kinds/file.ts';
import { integer, money, percent } from '../kinds/number.ts';
import { reference, references } from '../kinds/reference.ts';
import { tags } from '../kinds/tags.ts';
import { longText, text } from '../kinds/text.ts';
import { yesNo } from '../kinds/yes-no.ts';
import { currencies } from '../money/currencies.ts';
import type { Resource, Rule } from '../resource/resource.ts';
import { type Catalogue, catalogue } from './catalogue.ts';
import { color, icon, ordered } from './choices.ts';
import { subdivisions } from './organization.ts';
import { localities } from './places.ts';

/** Sectors of clients and brands; they determine separation of competitors, exclusivity and approvals. */
export const industries: Catalogue = catalogue(
  'industries',
  'industrias',
  { one: 'Industria', many: 'Industrias', gender: 'f' },
  {
    parent_id: reference('Pertenece a', () => industries),
    iab_code: text('Código IAB', { max: 20, width: 'short' }),
    regulated: choice(
      'Regulación',
      {
        none: 'No',
        alcohol: 'Alcohol',
        tobacco: 'Tabaco',
        gambling: 'Juegos de azar',
        politics: 'Política',
        pharma: 'Farmacéutica',
        financial: 'Financiera',
      },
      { required: true, initial: 'none' },
    ),
    requires_approval: yesNo('Requiere aprobación', {
      hint: 'Los presupuestos y contratos de sus clientes y marcas se aprueban antes de enviarse.',
    }),
  },
);

const endsOrGoesOn: Rule = ({ closes, requires_next }) =>
  closes === true && requires_next === true
    ? { requires_next: ['Un resultado que cierra la gestión no pide un próximo paso.'] }
    : null;

/** Results of a contact with a client, each with the proposed next step. */
export const contactResults = catalogue(
  'contact_results',
  'resultado-atencion',
  { one: 'Resultado de atención', many: 'Resultados de atención', gender: 'm' },
  {
    channel: choice(
      'Canal',
      {
        any: 'Cualquiera',
        call: 'Llamada',
        visit: 'Visita',
        meeting: 'Reunión',
        email: 'Correo',
        chat: 'Mensaje',
      },
      { required: true, initial: 'any' },
    ),
    is_positive: yesNo('Es positivo'),
    closes: yesNo('Cierra la gestión'),
    requires_next: yesNo('Pide próximo paso'),
    suggest_days: integer('Próximo paso en (días)', { min: 0, max: 365 }),
    target_state: choice(
      'Avance en Target List',
      { contacted: 'Contactada', meeting: 'Reunión', proposal: 'Propuesta' },
      { hint: 'Hasta dónde lleva a la cuenta. Vacío: no hubo contacto y no la mueve.' },
    ),
  },
  { rules: [endsOrGoesOn] },
);

const isPattern = (source: string): boolean => {
  try {
    return new RegExp(source, 'u').source !== '';
  } catch {
    return false;
  }
};

const readablePattern: Rule = ({ handle_regex }) =>
  typeof handle_regex === 'string' && !isPattern(handle_regex)
    ? { handle_regex: ['La expresión regular no es válida.'] }
    : null;

/** Social networks of clients and contacts, for which formats are sold. */
export const socialNetworks = catalogue(
  'social_networks',
  'redes-sociales',
  { one: 'Red social', many: 'Redes sociales', gender: 'f' },
  {
    url_pattern: text('Dirección del perfil', {
      max: 200,
      required: true,
      pattern: /^https:\/\/[^\s{}]+\{usuario\}[^\s{}]*$/,
      patternMessage: 'Empiece con https:// y ponga {usuario} donde va el nombre.',
      hint: 'Con {usuario} donde va el nombre del perfil.',
    }),
    handle_regex: text('Forma del nombre', {
      max: 120,
      hint: 'Expresión regular que un nombre de perfil cumple.',
    }),
    icon: icon(),
  },
  { rules: [readablePattern], hidden: ['handle_regex'] },
);

/** Origins of leads. */
export const leadSources: Catalogue = catalogue(
  'lead_sources',
  'fuentes-ingreso',
  { one: 'Fuente de ingreso', many: 'Fuentes de ingreso', gender: 'f' },
  {
    parent_id: reference('Pertenece a', () => leadSources),
    kind: choice(
      'Clase',
      {
        organic: 'Orgánica',
        referral: 'Referido',
        advertising: 'Pauta',
        event: 'Evento',
        tender: 'Licitación',
        recurring: 'Recurrente',
      },
      { required: true, initial: 'organic' },
    ),
    is_referral: yesNo('Es referido'),
  },
);

const certainResult: Rule = ({ result, probability_pct: pct }) => {
  if (result === 'won' && Number(pct) !== 100) return { probability_pct: ['Una etapa ganada vale 100 %.'] };
  if (result === 'lost' && Number(pct) !== 0) return { probability_pct: ['Una etapa perdida vale 0 %.'] };
  return null;
};

/** Data of an opportunity that a stage of the pipeline may require, by field. */
export const stageRequirements = {
  contact_id: 'Contacto',
  brand_id: 'Marca',
  flight: 'Vuelo',
  platform_ids: 'Plataformas',
  expected_amount: 'Monto esperado',
  ad_classification_id: 'Clasificación de pauta',
  objective: 'Objetivo de la campaña',
  lead_source_id: 'Fuente',
} as const;

/** Stages of the pipeline with the probability of a sale. */
export const closingProbabilities = catalogue(
  'closing_probabilities',
  'probabilidad-cierre',
  { one: 'Probabilidad de cierre', many: 'Probabilidades de cierre', gender: 'f' },
  {
    probability_pct: percent('Probabilidad', { required: true }),
    result: choice(
      'Resultado',
      {
        open: ['Abierta', 'info'],
        won: ['Ganada', 'success'],
        lost: ['Perdida', 'danger'],
        paused: ['En pausa', 'warning'],
      },
      { required: true, initial: 'open' },
    ),
    master_stage: choice(
      'Fase',
      {
        prospecting: 'Prospección',
        qualification: 'Calificación',
        proposal: 'Propuesta',
        negotiation: 'Negociación',
        commitment: 'Compromiso',
        closed: 'Cierre',
      },
      { required: true, initial: 'prospecting' },
    ),
    stale_days: integer('Días hasta estancarse', { min: 1, max: 365 }),
    required_fields: choices('Datos que pide', stageRequirements, {
      initial: [],
      hint: 'Al pasar a esta etapa se piden los que falten en la oportunidad.',
    }),
    color: color(),
  },
  { rules: [certainResult] },
);

export const clientTypes = catalogue('client_types', 'tipo-clientes', {
  one: 'Tipo de cliente',
  many: 'Tipos de cliente',
  gender: 'm',
});

const band = {
  min_amount: money('Inversión anual desde', { currency: 'currency_code' }),
  max_amount: money('Inversión anual hasta', { currency: 'currency_code' }),
  currency_code: choice('Moneda', currencies, { required: true, initial: 'DOP', width: 'short' }),
};
const bandRule = ordered('min_amount', 'max_amount', 'Debe ser igual o mayor que el monto inicial.');

/** Categories of clients: range of yearly amounts, and level of service. */
export const clientCategories = catalogue(
  'client_categories',
  'categoria-clientes',
  { one: 'Categoría de cliente', many: 'Categorías de cliente', gender: 'f' },
  {
    ...band,
    service_level: choice('Nivel de servicio', {
      dedicated: 'Dedicado',
      preferred: 'Preferente',
      standard: 'Estándar',
      basic: 'Básico',
    }),
    color: color(),
  },
  { rules: [bandRule], hidden: ['currency_code'] },
);

/** Stations, faces or localities sold together, or clients analysed together (`clients.cluster_id`). */
export const clusters = catalogue(
  'clusters',
  'clusters',
  { one: 'Clúster', many: 'Clústeres', gender: 'm' },
  {
    kind: choice(
      'Agrupa',
      { inventory: 'Inventario', clients: 'Clientes' },
      { required: true, initial: 'clients' },
    ),
    subdivision_ids: references('Canales, emisoras y circuitos', () => subdivisions),
    locality_ids: references('Localidades', () => localities),
    rule: longText('Regla de pertenencia', { max: 500 }),
    color: color(),
  },
);

/** Advertised brands; each belongs to one client. */
export const brands = catalogue(
  'brands',
  'marcas',
  { one: 'Marca', many: 'Marcas', gender: 'f' },
  {
    client_id: reference('Cliente', () => clients, { required: true }),
    industry_id: reference('Industria', () => industries, {
      begins: { from: 'parent', by: 'client_id', field: 'industry_id' },
    }),
    product_lines: tags('Líneas de producto'),
    default_agency_id: reference('Agencia habitual', (): Resource => agencies, {
      readOnly: true,
      hint: 'La de su carta de autorización marcada como habitual y vigente hoy. Sin ella vale la del cliente.',
    }),
    billing_party: choice('Se factura a', billingParties, {
      width: 'short',
      hint: 'Vacío: como diga el cliente.',
    }),
    logo: file('Logotipo', { accept: ['image/png', 'image/jpeg'] }),
  },
  { within: ['client_id'], partOf: { field: 'client_id', whole: 'clients' } },
);

/** Holdings of agencies: rebates and reports are calculated per group. */
export const agencyGroups = catalogue('agency_groups', 'grupos-agencias', {
  one: 'Grupo de agencias',
  many: 'Grupos de agencias',
  gender: 'm',
});

export const agencyTypes = catalogue('agency_types', 'tipos-agencia', {
  one: 'Tipo de agencia',
  many: 'Tipos de agencia',
  gender: 'm',
});

/** Categories of agencies: range of yearly amounts, and benefits. */
export const agencyCategories = catalogue(
  'agency_categories',
  'categoria-agencias',
  { one: 'Categoría de agencia', many: 'Categorías de agencia', gender: 'f' },
  { ...band, benefits: longText('Beneficios', { max: 1000 }), color: color() },
  { rules: [bandRule], hidden: ['currency_code'] },
);
