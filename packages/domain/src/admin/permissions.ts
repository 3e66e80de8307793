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
    'clients.export': 'Exportar clientes',
    'clients.import': 'Importar clientes',
    'clients.credit_hold': 'Retener o liberar el crédito',
  }),
  ...of('Registros de clientes', {
    'client_registrations.view_all': 'Ver los registros de clientes',
    'client_registrations.create': 'Registrar solicitudes internas',
    'client_registrations.review': 'Revisar registros',
    'client_registrations.approve': 'Aprobar registros',
    'client_registrations.export': 'Exportar registros de clientes',
    'client_registrations.import': 'Importar registros de clientes',
    'client_registrations.reopen': 'Reabrir registros rechazados',
  }),
  ...of('Comentarios y adjuntos', {
    'comments.create': 'Comentar registros',
    'attachments.create': 'Adjuntar archivos a registros',
    'attachments.delete': 'Quitar adjuntos de otras personas',
  }),
  ...of('Administración', {
    'users.view_all': 'Ver los usuarios',
    'users.create': 'Invitar usuarios',
    'users.update_all': 'Editar y suspender usuarios',
    'users.export': 'Exportar usuarios',
    'users.import': 'Importar cambios de usuarios',
    'users.approve': 'Aprobar usuarios pendientes',
    'mail.view': 'Ver los correos enviados y leer los del buzón local (contienen enlaces de acceso)',
    'roles.update': 'Cambiar roles y permisos',
    'settings.update': 'Cambiar la configuración general',
    'audit.view': 'Ver la auditoría',
    'system.view': 'Ver el estado del sistema',
  }),
  ...of('Reportes', {
    'reports.activity': 'Ver la actividad del sistema',
    'reports.usage': 'Ver las estadísticas de uso',
  }),
  ...of('Listas', {
    'views.share': 'Compartir vistas de listas con todos',
  }),
  ...catalogues.map((catalogue) => ({
    name: catalogue.permissions.updateAll,
    module: 'Catálogos',
    label: `Administrar ${catalogue.label.many.toLocaleLowerCase('es')}`,
  })),
];
