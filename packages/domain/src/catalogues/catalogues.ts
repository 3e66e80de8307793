import { choice } from '../kinds/choice.ts';
import { integer, percent } from '../kinds/number.ts';
import { reference } from '../kinds/reference.ts';
import { text } from '../kinds/text.ts';
import { yesNo } from '../kinds/yes-no.ts';
import type { Resource } from '../resource/resource.ts';
import { catalogue } from './catalogue.ts';

export const countries = catalogue(
  'countries',
  'paises',
  { one: 'País', many: 'Países', gender: 'm' },
  {
    iso3: text('ISO 3166-1 alfa-3', { max: 3, min: 3, required: true, upperCase: true, width: 'short' }),
    numeric: text('ISO 3166-1 numérico', {
      max: 3,
      min: 3,
      required: true,
      pattern: /^\d{3}$/,
      width: 'short',
    }),
    calling_code: text('Prefijo telefónico', { max: 6, pattern: /^\+\d{1,5}$/, width: 'short' }),
    currency_code: text('Moneda', { max: 3, min: 3, upperCase: true, width: 'short' }),
    tax_pct: percent('Impuesto general'),
  },
);

export const localities: Resource = catalogue(
  'localities',
  'localidades',
  { one: 'Localidad', many: 'Localidades', gender: 'f' },
  {
    country_id: reference('País', () => countries, { required: true }),
    parent_id: reference('Pertenece a', () => localities),
    iso_code: text('Código ISO 3166-2', { max: 6, upperCase: true, width: 'short' }),
  },
);

export const industries: Resource = catalogue(
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
    requires_approval: yesNo('Requiere aprobación'),
  },
);

export const clientTypes = catalogue('client_types', 'tipo-clientes', {
  one: 'Tipo de cliente',
  many: 'Tipos de cliente',
  gender: 'm',
});

export const clientCategories = catalogue('client_categories', 'categoria-clientes', {
  one: 'Categoría de cliente',
  many: 'Categorías de cliente',
  gender: 'f',
});

export const leadSources: Resource = catalogue(
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
  },
);

export const creditTerms = catalogue(
  'credit_terms',
  'terminos-credito',
  { one: 'Término de crédito', many: 'Términos de crédito', gender: 'm' },
  {
    days: integer('Días', { min: 0, max: 365, required: true, initial: 0 }),
    kind: choice(
      'Clase',
      {
        cash: 'Contado',
        days: 'Días',
        end_of_month: 'Fin de mes',
        milestones: 'Hitos',
        prepaid: 'Prepago',
      },
      { required: true, initial: 'days' },
    ),
    discount_pct: percent('Descuento por pronto pago'),
    discount_days: integer('Días del descuento', { min: 0, max: 365 }),
  },
);

export const jobPositions = catalogue('job_positions', 'cargos', {
  one: 'Cargo',
  many: 'Cargos',
  gender: 'm',
});

export const platforms = catalogue(
  'platforms',
  'plataformas',
  { one: 'Plataforma', many: 'Plataformas', gender: 'f' },
  {
    linear: yesNo('Es lineal'),
  },
);

/** Every catalogue that has a table. */
export const catalogues: readonly Resource[] = [
  countries,
  localities,
  industries,
  clientTypes,
  clientCategories,
  leadSources,
  clusters,
  creditTerms,
  jobPositions,
  platforms,
];
