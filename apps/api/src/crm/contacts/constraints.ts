import type { ConstraintMeanings } from '../../platform/database/constraints.ts';

const otherCompany = 'Elija un cliente o una agencia, no los dos. La otra empresa se agrega en «Empresas».';

/** Messages for the constraints of 0017_contacts.sql and 0041_contact_numbers.sql. */
export const contactConstraints: ConstraintMeanings = {
  contacts_one_company: { field: 'agency_id', message: otherCompany },
  contacts_main_of_company: {
    field: 'is_main_contact',
    message: 'Para ser el contacto principal, primero indique de qué empresa.',
  },
  contacts_merged_stay_archived: {
    message: 'Este contacto se fusionó con otro. Para recuperarlo, deshaga la fusión.',
  },
  contacts_one_main: {
    field: 'is_main_contact',
    message: 'Otra persona quedó como contacto principal en este momento. Intente de nuevo.',
  },
  contacts_company_since_past: {
    field: 'company_since',
    message: 'La fecha no puede estar en el futuro; registre el cambio cuando ocurra.',
  },
  contacts_company_since_order: {
    field: 'company_since',
    message: 'La fecha es anterior al comienzo en la empresa actual. Use una posterior.',
  },
  contact_affiliations_one_main: {
    field: 'company_since',
    message: 'Esa fecha se cruza con la empresa anterior de la persona. Use una posterior.',
  },
  contact_affiliations_no_overlap: {
    message: 'La persona ya tiene esa función en esa empresa en esas fechas.',
  },
  contact_affiliations_one_company: { field: 'agency_id', message: otherCompany },
  contact_affiliations_by_contact: {
    message: 'La empresa principal se cambia con «Cambiar de empresa».',
  },
  contact_phones_one_primary: { field: 'phones', message: 'Deje un solo teléfono como principal.' },
  contact_emails_one_primary: { field: 'emails', message: 'Deje un solo correo como principal.' },
  contact_phones_valid: {
    field: 'phones',
    message: 'Revise los teléfonos: uno no se puede guardar como está.',
  },
  contact_emails_valid: {
    field: 'emails',
    message: 'Revise los correos: uno no se puede guardar como está.',
  },
  contact_phones_once: { field: 'phones', message: 'El mismo teléfono está dos veces. Quite uno.' },
  contact_emails_once: { field: 'emails', message: 'El mismo correo está dos veces. Quite uno.' },
};
