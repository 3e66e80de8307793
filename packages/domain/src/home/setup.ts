import { companies } from '../catalogues/organization.ts';
import { publicForms } from '../crm/forms/public-form.ts';
import type { MailStatus } from '../mail/mail-status.ts';
import { portfolioRules } from '../presales/portfolio-rule.ts';
import { indexed } from '../resource/indexed.ts';

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

const listOf = (name: string): string => `/${indexed(name).screen}`;
const newOf = (name: string): string => `${listOf(name)}/nuevo`;

/** Setup steps, in the recommended order: the company, and then the way from a space to the first payment. */
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
  {
    name: 'fiscal',
    title: 'Secuencias fiscales',
    why: 'Cada factura toma su comprobante de una secuencia vigente con números disponibles.',
    path: newOf('fiscal_sequences'),
    action: 'Registrar una secuencia',
  },
  {
    name: 'space',
    title: 'Primer espacio',
    why: 'Lo que se vende: un espacio activo con su capacidad por día.',
    path: newOf('inventory_items'),
    action: 'Crear un espacio',
  },
  {
    name: 'rate_card',
    title: 'Tarifario',
    why: 'Una lista de precios publicada da el precio de cada espacio.',
    path: newOf('price_lists'),
    action: 'Crear una lista de precios',
  },
  {
    name: 'quote',
    title: 'Primer presupuesto',
    why: 'Reúne espacios, fechas y precios para un cliente.',
    path: newOf('quotes'),
    action: 'Crear un presupuesto',
  },
  {
    name: 'contract',
    title: 'Primer contrato firmado',
    why: 'Al firmarse reserva los espacios y abre lo que se entrega y se factura.',
    path: listOf('contracts'),
    action: 'Ver los contratos',
  },
  {
    name: 'invoice',
    title: 'Primera factura emitida',
    why: 'Toma su comprobante fiscal y entra a la cartera.',
    path: '/facturacion/facturacion-cobros',
    action: 'Ver lo que está por facturar',
  },
  {
    name: 'payment',
    title: 'Primer cobro',
    why: 'Registre lo que pague un cliente y aplíquelo a sus facturas.',
    path: newOf('payments'),
    action: 'Registrar un cobro',
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
