import { early } from './early.ts';

/**
 * All texts of the registration form in its default language, except the messages of value checks. Other languages use
 * the same keys. Placeholders are in braces: `{count}`. An empty text here has another source in Spanish: the tax id
 * rules, or the server's response.
 */
export const es419 = {
  ...early,
  title: 'Registro de clientes',
  intro: 'Cuéntenos de su empresa y un ejecutivo le contactará.',
  required: 'Los datos con asterisco son obligatorios.',
  choose: 'Elija una opción',
  step: 'Paso {step} de {count}',
  next: 'Continuar',
  back: 'Atrás',
  sections: {
    company: 'Su empresa',
    contact: 'Persona de contacto',
    interest: 'Su publicidad',
  },
  labels: {
    legal_name: 'Razón social',
    trade_name: 'Nombre comercial',
    person_kind: 'Tipo de persona',
    country: 'País',
    tax_id_type: 'Tipo de identificación',
    tax_id: 'Número de identificación fiscal',
    industry_id: 'Industria',
    website: 'Sitio web',
    locality: 'Ciudad o localidad',
    address: 'Dirección',
    'contact.first_name': 'Nombre',
    'contact.last_name': 'Apellido',
    'contact.job': 'Cargo',
    'contact.email': 'Correo electrónico',
    'contact.phone': 'Teléfono',
    investment_band: 'Inversión mensual esperada',
    platform_ids: 'Medios que le interesan',
    has_agency: '¿Le representa una agencia?',
    'agency.name': 'Nombre de la agencia',
    'agency.tax_id': 'Identificación fiscal de la agencia',
    comments: 'Comentarios',
    consent: 'Acepto el aviso de privacidad',
    fax: 'Deje este campo vacío',
  },
  fullName: 'Nombre completo',
  personKinds: { legal_entity: 'Empresa', individual: 'Persona física' },
  yes: 'Sí',
  no: 'No',
  /** Names of identifications that are words and not abbreviations. */
  taxIds: { CEDULA: '', CPJ: '', PASAPORTE: '', OTRO: '' },
  missing: {
    legal_name: 'Escriba la razón social.',
    country: 'Elija el país.',
    tax_id_type: 'Elija el tipo de identificación.',
    tax_id: 'Escriba el número de identificación.',
    'contact.first_name': 'Escriba el nombre.',
    'contact.last_name': 'Escriba el apellido.',
    'contact.email': 'Escriba el correo.',
    'contact.phone': 'Escriba el teléfono.',
    'agency.name': 'Escriba el nombre de la agencia.',
    consent: 'Marque la casilla para poder enviar el registro.',
  },
  missingFullName: 'Escriba el nombre completo.',
  wrong: {
    text: '',
    check_digit: '',
    tax_id: '',
    phone: '',
    extension: '',
    email: '',
    website: '',
    refused: '',
  },
  agencyTaxId: 'Revise la identificación de la agencia: no corresponde al país elegido.',
  doubt: 'Si está bien escrito, continúe.',
  example: 'Ejemplo: {text}',
  url: 'www.empresa.com',
  contactHint: 'A este correo le responderemos.',
  privacy: 'Aviso de privacidad',
  summary: { one: 'Hay un dato por corregir', other: 'Hay {count} datos por corregir' },
  submit: 'Enviar registro',
  sending: 'Enviando…',
  cancel: 'Cancelar el envío',
  waiting: {
    offline: 'No hay conexión a internet. Lo enviaremos en cuanto vuelva; no cierre esta página.',
    retry: 'El servidor tarda en responder. Lo intentamos de nuevo en {time}.',
  },
  draft: 'Recuperamos lo que había escrito. Por seguridad, la identificación fiscal no se guarda.',
  startOver: 'Empezar de cero',
  failures: {
    network:
      'No pudimos comunicarnos con el servidor. Sus datos siguen aquí: revise su conexión y envíe de nuevo.',
    large: 'El registro es demasiado largo. Acorte los comentarios y envíe de nuevo.',
    rate: 'Se recibieron muchos registros desde su red. Sus datos siguen aquí: envíe de nuevo en {time}.',
    server: 'El servidor no pudo guardar su registro. Sus datos siguen aquí: envíe de nuevo en unos minutos.',
    refused: 'El servidor no aceptó el registro. Revise los datos y envíe de nuevo.',
  },
  done: {
    title: 'Recibimos su registro',
    folio: 'Número de registro',
    text: 'Un ejecutivo revisará los datos y le escribirá a {email}. Conserve su número de registro.',
    again: 'Registrar otra empresa',
  },
};

/** All texts of the form in one language. */
export type FormTexts = typeof es419;

/** The texts in which a language differs from `es-419`. */
export type SomeFormTexts = {
  readonly [Name in keyof FormTexts]?: FormTexts[Name] extends string ? string : Partial<FormTexts[Name]>;
} & { readonly lang: string };
