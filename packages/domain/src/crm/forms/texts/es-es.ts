import type { SomeFormTexts } from './es-419.ts';

/** Spain: comercial, sector, población, política de privacidad. */
export const esES: SomeFormTexts = {
  lang: 'es-ES',
  intro: 'Háblenos de su empresa y un comercial se pondrá en contacto con usted.',
  labels: {
    industry_id: 'Sector',
    website: 'Página web',
    locality: 'Población',
    'contact.last_name': 'Apellidos',
    investment_band: 'Inversión mensual prevista',
    consent: 'Acepto la política de privacidad',
  },
  personKinds: { legal_entity: 'Empresa', individual: 'Autónomo o particular' },
  missing: { 'contact.last_name': 'Escriba los apellidos.' },
  privacy: 'Política de privacidad',
  startOver: 'Empezar de nuevo',
  done: {
    text: 'Un comercial revisará los datos y le escribirá a {email}. Conserve su número de registro.',
  },
};
