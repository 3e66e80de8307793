import type { Permission } from '../../business-permissions.ts';
import { fold } from '../../text/fold.ts';

/** Descriptions of permissions whose label is not sufficient. */
const descriptions: Readonly<Record<string, string>> = {
  'clients.view_own': 'Solo los clientes en que es vendedor principal o adicional.',
  'clients.view_team': 'Los suyos y los de quienes le reportan, directamente o a través de otros.',
  'clients.view_all': 'Todos los clientes de la empresa, sin importar de quién sean.',
  'clients.create': 'Registrar clientes nuevos a mano.',
  'clients.update_own': 'Cambiar los datos de los clientes en que es vendedor.',
  'clients.update_all': 'Cambiar los datos de todos los clientes que ve, también los de otros.',
  'clients.delete': 'Archivar clientes y restaurarlos. Nada se borra.',
  'clients.credit_hold': 'Detener o permitir las ventas a crédito a un cliente.',
  'clients.credit_limit':
    'Cambiar el límite de crédito de clientes y agencias, y aprobar o rechazar los propuestos.',
  'clients.propose_credit': 'Pedir otro límite de crédito para una cuenta; lo decide quien puede fijarlo.',
  'clients.merge': 'Convertir dos clientes en uno, con todo lo que tienen. Se puede deshacer.',
  'clients.convert': 'Hacer agencia a quien se registró como cliente, con sus contactos. Se puede deshacer.',
  'agencies.merge': 'Convertir dos agencias en una, con todo lo que tienen. Se puede deshacer.',
  'contacts.merge': 'Convertir dos contactos en uno, con todo lo que tienen. Se puede deshacer.',
  'clients.edit_fiscal': 'Corregir razón social, identificación y país aunque ya haya facturas con ellos.',
  'client_registrations.view_all': 'Leer las solicitudes que llegan por el formulario público.',
  'client_registrations.create': 'Llenar una solicitud en nombre de un cliente.',
  'client_registrations.review': 'Tomar una solicitud, comprobar sus datos y pedir correcciones.',
  'client_registrations.approve': 'Convertir una solicitud en cliente, o rechazarla.',
  'client_registrations.reopen': 'Volver a revisar una solicitud que se había rechazado.',
  'public_forms.view_all': 'Copiar el código de un formulario y ver cuántos lo abren y lo envían.',
  'public_forms.manage': 'Decidir qué sitios muestran un formulario, qué pregunta y cómo se ve.',
  'users.view_all': 'Leer la lista de usuarios, sus roles y lo que puede hacer cada uno.',
  'users.create': 'Enviar invitaciones a personas nuevas.',
  'users.update_all': 'Cambiar datos y roles de los usuarios, suspenderlos y reactivarlos.',
  'users.approve': 'Dar acceso a quienes se registraron por su cuenta.',
  'roles.update': 'Crear roles y decidir qué permisos tiene cada uno, sin pasar de los propios.',
  'rep_goals.approve': 'Aprobar y reabrir metas, y cambiar las aprobadas.',
  'settings.update': 'Cambiar valores que rigen para todas las personas de la empresa.',
  'audit.view': 'Leer quién cambió qué y cuándo, con los valores de antes y de después.',
  'system.view': 'Leer el estado del servidor, de la base de datos y de los envíos pendientes.',
  'reports.activity': 'Ver quién está conectado y qué se hizo, sin los valores de cada dato.',
  'reports.usage': 'Ver cuánto se usa cada pantalla y cuánto tarda.',
};

const byAction: Readonly<Record<string, string>> = {
  view_own: 'Solo lo que está a su nombre.',
  view_team: 'Lo suyo y lo de quienes le reportan.',
  view_all: 'Todo, sin importar de quién sea.',
  create: 'Registrar nuevos.',
  update_own: 'Cambiar lo que está a su nombre.',
  update_all: 'Cambiar también lo de otras personas.',
  delete: 'Archivar y restaurar. Nada se borra.',
  manage: 'Agregar, ordenar, cambiar y archivar los valores de este catálogo.',
};

/**
 * A sentence that describes what a permission allows; null when its label is enough.
 *
 * @example describePermission('clients.delete') // 'Archivar clientes y restaurarlos. Nada se borra.'
 */
export const describePermission = (name: string): string | null =>
  descriptions[name] ?? byAction[name.slice(name.lastIndexOf('.') + 1)] ?? null;

/** Whether every word of the search occurs in the permission, ignoring case and accents. */
export function matchesPermission({ name, module, label }: Permission, search: string): boolean {
  const text = fold(`${module} ${label} ${name} ${describePermission(name) ?? ''}`);
  return fold(search)
    .split(' ')
    .every((word) => text.includes(word));
}

/** The difference between a role's `held` and `wanted` permissions. */
export interface PermissionChange {
  readonly grant: readonly string[];
  readonly revoke: readonly string[];
}

/** @example changeBetween(['a'], ['b']) // { grant: ['b'], revoke: ['a'] } */
export function changeBetween(held: readonly string[], wanted: readonly string[]): PermissionChange {
  const before = new Set(held);
  const after = new Set(wanted);
  return {
    grant: wanted.filter((name) => !before.has(name)),
    revoke: held.filter((name) => !after.has(name)),
  };
}
