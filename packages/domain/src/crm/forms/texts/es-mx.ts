import type { SomeFormTexts } from './es-419.ts';

/** Mexico: persona moral y física, puesto, giro. */
export const esMX: SomeFormTexts = {
  lang: 'es-MX',
  intro: 'Cuéntenos de su empresa y un ejecutivo se pondrá en contacto con usted.',
  labels: {
    legal_name: 'Denominación o razón social',
    industry_id: 'Giro',
    locality: 'Ciudad o municipio',
    'contact.last_name': 'Apellidos',
    'contact.job': 'Puesto',
    investment_band: 'Inversión mensual estimada',
  },
  personKinds: { legal_entity: 'Persona moral', individual: 'Persona física' },
  missing: {
    legal_name: 'Escriba la denominación o razón social.',
    'contact.last_name': 'Escriba los apellidos.',
  },
  startOver: 'Empezar de nuevo',
};
