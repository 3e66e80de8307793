import { countries } from '../../catalogues/places.ts';
import { choice, choices } from '../../kinds/choice.ts';
import { url } from '../../kinds/contact.ts';
import { reference } from '../../kinds/reference.ts';
import { tags } from '../../kinds/tags.ts';
import { longText, text } from '../../kinds/text.ts';
import { defineResource, type Rule } from '../../resource/resource.ts';
import { contrastOnWhite } from './contrast.ts';
import { originOfPage } from './page-origin.ts';

/** Optional questions of a form besides the required ones; by default all of them (domain §1.2). */
export const optionalQuestions = {
  trade_name: 'Nombre comercial',
  industry: 'Industria',
  website: 'Sitio web',
  locality: 'Ciudad o localidad',
  address: 'Dirección',
  job: 'Cargo del contacto',
  platforms: 'Medios de interés',
  investment_band: 'Inversión mensual esperada',
  agency: 'Agencia que la representa',
  comments: 'Comentarios',
} as const;

export const formThemes = { auto: 'Como la página', light: 'Claro', dark: 'Oscuro' } as const;

export const formLayouts = { page: 'Una página', steps: 'Por pasos' } as const;

/** Steps from the visit of a form to a new client; each is counted by day and origin of the page. */
export const formSteps = {
  views: 'Lo vieron',
  starts: 'Empezaron',
  submits: 'Enviaron',
  clients: 'Ya son clientes',
} as const;

/** The origin of the server's own pages. Frames have it too, because they are pages of the server. */
export const ownPagesName = 'Páginas de Pauta';

/** Minimum contrast of white text on the button's colour (WCAG 1.4.3). */
const leastContrast = 4.5;

const originsRule: Rule = ({ allowed_origins: pages }) => {
  const wrong = (Array.isArray(pages) ? pages : []).filter((page) => originOfPage(String(page)) === null);
  if (wrong.length === 0) return null;
  return {
    allowed_origins: [
      `«${wrong[0]}» no es la dirección de un sitio. Escríbala como https://www.empresa.com, sin comodines.`,
    ],
  };
};

const colorRule: Rule = ({ primary_color: color }) =>
  typeof color === 'string' && contrastOnWhite(color) < leastContrast
    ? {
        primary_color: [
          'Este color es muy claro: el texto blanco del botón no se leería. Elija uno más oscuro.',
        ],
      }
    : null;

/** A registration stores which notice version was accepted, so the text of a version must never change. */
const noticeRule: Rule = (values, current) =>
  current && values.notice_text !== current.notice_text && values.notice_version === current.notice_version
    ? {
        notice_version: [
          'El texto del aviso cambió. Dele otra versión, para que cada registro conserve la que aceptó.',
        ],
      }
    : null;

/** A public form, for our own page and foreign pages; its key is part of the pasted code. */
export const publicForms = defineResource({
  name: 'public_forms',
  screen: 'crm/client-registrations/formularios',
  label: { one: 'Formulario', many: 'Formularios para sitios web', gender: 'm' },
  fields: {
    name: text('Nombre', {
      max: 80,
      required: true,
      unique: true,
      sortable: true,
      width: 'wide',
      hint: 'Solo se ve aquí: dónde está o para qué campaña es.',
    }),
    key: text('Clave', { max: 63, required: true, readOnly: true, width: 'medium' }),
    status: choice(
      'Estado',
      { active: ['Encendido', 'success'], off: ['Apagado', 'neutral'] },
      { required: true, readOnly: true, initial: 'active', width: 'short' },
    ),
    allowed_origins: tags('Sitios que pueden mostrarlo', {
      longest: 120,
      width: 'full',
      hint: 'Dirección de cada sitio, por ejemplo https://www.empresa.com. Las páginas de Pauta siempre pueden.',
    }),
    title: text('Título', { max: 120, required: true, width: 'wide', initial: 'Registro de clientes' }),
    intro: text('Texto bajo el título', { max: 300, width: 'full' }),
    submit_label: text('Texto del botón', { max: 40 }),
    shown_fields: choices('Datos que se piden', optionalQuestions, {
      width: 'full',
      initial: Object.keys(optionalQuestions),
      hint: 'Además de la empresa, su identificación fiscal y el contacto, que siempre se piden.',
    }),
    default_country_id: reference('País inicial', () => countries, { required: true }),
    locale: choice(
      'Idioma',
      {
        'es-419': 'Español de América',
        'es-DO': 'Español dominicano',
        'es-MX': 'Español de México',
        'es-ES': 'Español de España',
        en: 'Inglés',
      },
      { required: true, initial: 'es-419' },
    ),
    layout: choice('Presentación', formLayouts, { required: true, initial: 'page', width: 'short' }),
    notice_version: text('Versión del aviso', { max: 20, required: true, width: 'short' }),
    notice_text: longText('Aviso de privacidad', { max: 8000, required: true }),
    theme: choice('Tema', formThemes, { required: true, initial: 'auto', width: 'short' }),
    primary_color: text('Color del botón', {
      max: 7,
      pattern: /^#[0-9a-f]{6}$/i,
      patternMessage: 'Escriba el color como #3548b8.',
      placeholder: '#3548b8',
      width: 'short',
      hint: 'La página puede cambiarlo con --crw-color-primary.',
    }),
    thanks_title: text('Título de las gracias', { max: 120 }),
    thanks_text: longText('Texto de las gracias', { max: 600 }),
    thanks_url: url('Página de gracias', {
      hint: 'Adonde va el visitante después de enviar. Si la deja vacía, las gracias se muestran en el formulario.',
    }),
  },
  title: 'name',
  order: 'name',
  search: ['name', 'key', 'title'],
  columns: ['name', 'key', 'status', 'allowed_origins', 'updated_at'],
  filters: ['status'],
  sections: [
    { label: 'Formulario', fields: ['name', 'key', 'allowed_origins'] },
    { label: 'Textos', fields: ['locale', 'title', 'intro', 'submit_label'] },
    { label: 'Preguntas', fields: ['shown_fields', 'default_country_id'] },
    { label: 'Aviso de privacidad', fields: ['notice_version', 'notice_text'] },
    { label: 'Aspecto', fields: ['layout', 'theme', 'primary_color'] },
    { label: 'Al terminar', fields: ['thanks_title', 'thanks_text', 'thanks_url'] },
  ],
  permissions: {
    viewAll: 'public_forms.view_all',
    create: 'public_forms.manage',
    updateAll: 'public_forms.manage',
    archive: 'public_forms.manage',
  },
  state: 'status',
  commands: {
    switch_off: {
      label: 'Apagar',
      done: 'Formulario apagado',
      from: ['active'],
      to: 'off',
      permission: 'public_forms.manage',
      tone: 'danger',
      explanation:
        'En unos segundos deja de recibir registros en todos los sitios; sus visitantes leen que ya no está disponible.',
    },
    switch_on: {
      label: 'Encender',
      done: 'Formulario encendido',
      from: ['off'],
      to: 'active',
      permission: 'public_forms.manage',
      tone: 'primary',
      explanation: 'Vuelve a mostrarse y a recibir registros en los sitios permitidos.',
    },
  },
  rules: [originsRule, colorRule, noticeRule],
});
