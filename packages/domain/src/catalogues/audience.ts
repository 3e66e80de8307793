import { choice } from '../kinds/choice.ts';
import { integer, money, percent } from '../kinds/number.ts';
import { reference, references } from '../kinds/reference.ts';
import { longText, text } from '../kinds/text.ts';
import { currencies } from '../money/currencies.ts';
import { catalogue } from './catalogue.ts';
import { ordered } from './choices.ts';
import { countries } from './places.ts';

/** Age groups that a campaign or a space is aimed at. */
export const ageTargets = catalogue(
  'age_targets',
  'target-edades',
  { one: 'Target de edad', many: 'Target de edades', gender: 'm' },
  {
    age_from: integer('Desde (años)', { min: 0, max: 120, required: true, initial: 0 }),
    age_to: integer('Hasta (años)', { min: 0, max: 120, hint: 'Vacío: sin límite.' }),
  },
  { rules: [ordered('age_from', 'age_to', 'Debe ser igual o mayor que la edad inicial.')] },
);

export const genderTargets = catalogue('gender_targets', 'target-generos', {
  one: 'Target de género',
  many: 'Target de géneros',
  gender: 'm',
});

/** Socioeconomic levels. Each country has its own scale; where the scale uses points, they determine the level. */
export const nseTargets = catalogue(
  'nse_targets',
  'target-socioeconomicos',
  { one: 'Target socioeconómico', many: 'Target socioeconómicos', gender: 'm' },
  {
    points_from: integer('Puntos desde', { min: 0, max: 1000 }),
    points_to: integer('Puntos hasta', { min: 0, max: 1000 }),
    country_id: reference('País de la escala', () => countries),
  },
  {
    within: ['country_id'],
    rules: [ordered('points_from', 'points_to', 'Debe ser igual o mayor que los puntos iniciales.')],
  },
);

/** Characteristics of some levels; shares are valid only for the given country, source and year. */
export const nseProfiles = catalogue(
  'nse_profiles',
  'perfil-socioeconomicos',
  { one: 'Perfil socioeconómico', many: 'Perfiles socioeconómicos', gender: 'm' },
  {
    nse_target_ids: references('Niveles', () => nseTargets, { required: true }),
    income_from: money('Ingreso mensual desde', { currency: 'currency_code' }),
    income_to: money('Ingreso mensual hasta', { currency: 'currency_code' }),
    currency_code: choice('Moneda', currencies, {
      required: true,
      initial: 'DOP',
      width: 'short',
      setting: { initial: 'currency_default' },
    }),
    housing: longText('Vivienda', { max: 1000 }),
    habits: longText('Hábitos', { max: 1000 }),
    population_pct: percent('Parte de los hogares'),
    country_id: reference('País de la medición', () => countries),
    source: text('Fuente', { max: 120 }),
    source_year: integer('Año de la fuente', { min: 1990, max: 2100, isGrouped: false }),
  },
  {
    rules: [
      ordered('income_from', 'income_to', 'Debe ser igual o mayor que el ingreso inicial.'),
      ({ population_pct, source, source_year }) =>
        population_pct && !(source && source_year)
          ? { source: ['Indique la fuente y el año de la medición.'] }
          : null,
    ],
    hidden: ['currency_code'],
  },
);
