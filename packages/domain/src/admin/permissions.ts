import { catalogues } from '../catalogues/catalogues.ts';

/** A thing a user may be allowed to do; the server checks it on every call. */
export interface Permission {
  readonly name: string;
  readonly module: string;
  readonly label: string;
}

const of = (module: string, entries: Readonly<Record<string, string>>): Permission[] =>
  Object.entries(entries).map(([name, label]) => ({ name, module, label }));

/** Every permission there is; the database is seeded from this list. */
export const permissions: readonly Permission[] = [
  ...of('Clientes', {
    'clients.view_own': 'Ver sus clientes',
    'clients.view_team': 'Ver los clientes de su equipo',
    'clients.view_all': 'Ver todos los clientes',
    'clients.create': 'Crear clientes',
    'clients.update_own': 'Editar sus clientes',
    'clients.update_all': 'Editar cualquier cliente',
    'clients.delete': 'Archivar clientes',
    'clients.credit_hold': 'Retener o liberar el crédito',
  }),
  ...of('Registros de clientes', {
    'client_registrations.view_all': 'Ver los registros de clientes',
    'client_registrations.create': 'Registrar solicitudes internas',
    'client_registrations.review': 'Revisar registros',
    'client_registrations.approve': 'Aprobar registros',
    'client_registrations.reopen': 'Reabrir registros rechazados',
  }),
  ...of('Administración', {
    'users.view_all': 'Ver los usuarios',
    'users.create': 'Invitar usuarios',
    'users.update_all': 'Editar y suspender usuarios',
    'users.approve': 'Aprobar usuarios pendientes',
    'roles.update': 'Cambiar roles y permisos',
    'settings.update': 'Cambiar la configuración general',
    'audit.view': 'Ver la auditoría',
    'system.view': 'Ver el estado del sistema',
  }),
  ...catalogues.map((catalogue) => ({
    name: catalogue.permissions.updateAll,
    module: 'Catálogos',
    label: `Administrar ${catalogue.label.many.toLocaleLowerCase('es')}`,
  })),
];
