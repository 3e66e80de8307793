import { dominicanHolidays } from '../../calendar/dominican-holidays.ts';
import { choice } from '../../kinds/choice.ts';
import { date } from '../../kinds/date.ts';
import { json } from '../../kinds/json.ts';
import { type Field, factory, type Kind } from '../../kinds/kind.ts';
import { longText, type TextOptions, text, textKind } from '../../kinds/text.ts';
import { companyCountries } from '../../phone/home-country.ts';
import type { SettingGroup } from './setting.ts';

const isTimeZone = (name: string): boolean => {
  try {
    return (
      /^[A-Za-z_]+\/[A-Za-z0-9_/+-]+$/.test(name) &&
      Boolean(new Intl.DateTimeFormat('en', { timeZone: name }))
    );
  } catch {
    return false;
  }
};

/** A time zone by its name in the time zone database, `America/Bogota`. */
const zoneKind: Kind<string, TextOptions> = {
  ...textKind,
  parse: (input, options) => {
    const name = textKind.parse(input, options);
    return name.ok && !isTimeZone(name.value)
      ? { ok: false, message: 'Escriba una zona horaria como America/Santo_Domingo o America/Bogota.' }
      : name;
  },
};

/** Address of a site without a path, `https://pauta.ejemplo.com`. */
const originKind: Kind<string, TextOptions> = {
  ...textKind,
  parse: (input, options) => {
    const typed = textKind.parse(input, options);
    if (!typed.ok) return typed;
    const url = URL.canParse(typed.value) ? new URL(typed.value) : undefined;
    const isSite = url && /^https?:$/.test(url.protocol) && `${url.origin}/` === url.href;
    return isSite
      ? { ok: true, value: url.origin }
      : { ok: false, message: 'Escriba la dirección sin página, como https://pauta.ejemplo.com.' };
  },
};

/** Dates, amounts and documents of the company. */
export const company: SettingGroup = {
  label: 'Empresa',
  // Password links begin with this address: pointing it elsewhere would send them to another host.
  isForAdministrators: ['public_url'],
  fields: {
    timezone: factory(zoneKind)('Zona horaria', {
      max: 60,
      required: true,
      initial: 'America/Santo_Domingo',
      width: 'medium',
      hint: 'Decide qué día y qué hora es en las pantallas, los filtros, los folios y los documentos.',
    }) as Field,
    public_url: factory(originKind)('Dirección de Pauta', {
      max: 200,
      initial: '',
      width: 'wide',
      placeholder: 'https://pauta.ejemplo.com',
      hint: 'Con ella empiezan los enlaces de los correos: debe abrirse desde los equipos de los demás. Si el servidor tiene PAUTA_PUBLIC_URL, vale esa.',
    }) as Field,
    company_country: choice('País', companyCountries, {
      required: true,
      initial: 'DO',
      hint: 'El que proponen clientes y agencias nuevos, con su identificación, y el de los teléfonos que se escriben sin prefijo.',
    }),
    currency_default: choice(
      'Moneda',
      {
        DOP: 'Peso dominicano (DOP)',
        USD: 'Dólar estadounidense (USD)',
        EUR: 'Euro (EUR)',
        MXN: 'Peso mexicano (MXN)',
        COP: 'Peso colombiano (COP)',
        GTQ: 'Quetzal (GTQ)',
        CRC: 'Colón costarricense (CRC)',
        PEN: 'Sol (PEN)',
        CLP: 'Peso chileno (CLP)',
        ARS: 'Peso argentino (ARS)',
      },
      {
        required: true,
        initial: 'DOP',
        hint: 'La que proponen clientes, agencias y lo demás que lleva montos.',
      },
    ),
    fiscal_year_start: choice(
      'Inicio del año fiscal',
      {
        '01': 'Enero',
        '02': 'Febrero',
        '03': 'Marzo',
        '04': 'Abril',
        '05': 'Mayo',
        '06': 'Junio',
        '07': 'Julio',
        '08': 'Agosto',
        '09': 'Septiembre',
        '10': 'Octubre',
        '11': 'Noviembre',
        '12': 'Diciembre',
      },
      { required: true, initial: '01', hint: 'Regirá los años de presupuestos, metas y reportes.' },
    ),
    broadcast_calendar: choice(
      'Calendario de pauta',
      { calendar: 'Mes calendario', broadcast: 'Mes de transmisión (semanas de lunes a domingo)' },
      {
        required: true,
        initial: 'calendar',
        width: 'wide',
        hint: 'Regirá cómo se agrupan por mes las metas, los presupuestos y la facturación.',
      },
    ),
    holiday_calendar: json('Días feriados', {
      row: 'Feriado',
      max: 120,
      initial: dominicanHolidays,
      fields: {
        day: date('Día', { required: true }),
        name: text('Nombre', { max: 60, required: true }),
      },
      check: (rows) =>
        new Set(rows.map(({ day }) => day)).size < rows.length
          ? 'Cada día puede aparecer una sola vez.'
          : null,
      hint: 'Rigen los días hábiles: al reprogramar actividades, en el plazo de los referidos y en las tasas de cambio. Vienen los de la República Dominicana.',
    }),
    'pdf_branding.company_name': text('Nombre en los documentos', {
      max: 120,
      initial: '',
      width: 'wide',
      hint: 'Va en el encabezado de los PDF. Vacío: el nombre de la compañía que emite.',
    }),
    'pdf_branding.color': text('Color en los documentos', {
      max: 7,
      pattern: /^#[0-9a-fA-F]{6}$/,
      patternMessage: 'Escriba el color como #1F4E79.',
      required: true,
      initial: '#1F4E79',
      width: 'short',
      hint: 'Va en títulos y líneas de los PDF.',
    }),
    'pdf_branding.footer': longText('Pie de los documentos', {
      max: 400,
      initial: '',
      hint: 'Va al pie de cada página: dirección, teléfonos, registro.',
    }),
  },
};
