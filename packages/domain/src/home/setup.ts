import { companies } from '../catalogues/organization.ts';
import { publicForms } from '../crm/forms/public-form.ts';
import type { MailStatus } from '../mail/mail-status.ts';
import { portfolioRules } from '../presales/portfolio-rule.ts';

/** A setup step before a company works with the product. */
export interface SetupStep {
  readonly name: string;
  readonly title: string;
  /** Its benefit, shown until it is done. */
  readonly why: string;
  /** Page where it is done; without one it is done on the home page itself. */
  readonly path?: string;
  /** Text of the link to it. */
  readonly action?: string;
}

/** Setup steps, in the recommended order. */
export const setupSteps = [
  {
    name: 'company',
    title: 'Datos de la compañía',
    why: 'Con su razón social e identificación fiscal emite documentos.',
    path: `/${companies.screen}`,
    action: 'Completar la compañía',
  },
  {
    name: 'address',
    title: 'Dirección de Pauta',
    why: 'Los enlaces de los correos la usan: debe abrirse desde los equipos de los demás.',
  },
  {
    name: 'mail',
    title: 'Servidor de correo',
    why: 'Invitaciones, contraseñas, recordatorios y respuestas a clientes salen por correo.',
  },
  {
    name: 'people',
    title: 'Personas',
    why: 'Invite a quienes van a vender, administrar y revisar, con su rol.',
    path: '/gestion/usuarios/invitar',
    action: 'Invitar a una persona',
  },
  {
    name: 'catalogues',
    title: 'Catálogos obligatorios',
    why: 'Sin opciones en ellos no se pueden crear registros.',
    path: '/gestion/catalogos',
    action: 'Revisar los catálogos',
  },
  {
    name: 'form',
    title: 'Formulario público',
    why: 'Autorice el sitio web donde las empresas se registran como clientes.',
    path: `/${publicForms.screen}`,
    action: 'Configurar el formulario',
  },
  {
    name: 'portfolio',
    title: 'Reglas de cartera',
    why: 'Deciden a qué vendedor se propone cada cliente nuevo.',
    path: `/${portfolioRules.screen}`,
    action: 'Crear una regla',
  },
] as const satisfies readonly SetupStep[];

export type SetupName = (typeof setupSteps)[number]['name'];

/** The response of `GET /api/setup`. */
export interface SetupState {
  readonly done: Readonly<Record<SetupName, boolean>>;
  /** Catalogues without values that other features require. */
  readonly empty_catalogues: readonly string[];
  /** Address that links in mails begin with; `fixed`: the operator gave it, a setting does not change it. */
  readonly address: { readonly value: string; readonly fixed: boolean };
  readonly mail: MailStatus;
  /** Whether the reader hid the list after completing it. */
  readonly dismissed: boolean;
}
