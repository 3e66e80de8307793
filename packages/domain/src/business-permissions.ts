import type { Label } from './text/label.ts';

/** An action a user may be allowed to do; the server checks it on every call. */
export interface Permission {
  readonly name: string;
  readonly module: string;
  readonly label: string;
}

const of = (module: string, entries: Readonly<Record<string, string>>): Permission[] =>
  Object.entries(entries).map(([name, label]) => ({ name, module, label }));

/**
 * Permissions besides those to manage a catalogue, which follow from its definition: what a screen needs to name a
 * missing one without knowing all catalogues.
 */
export const businessPermissions: readonly Permission[] = [
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
    'clients.credit_limit': 'Fijar límites de crédito y decidir los propuestos',
    'clients.propose_credit': 'Proponer otro límite de crédito',
    'clients.merge': 'Fusionar clientes duplicados',
    'clients.convert': 'Convertir clientes en agencias',
    'clients.edit_fiscal': 'Cambiar los datos fiscales de clientes con documentos',
  }),
  ...of('Agencias', {
    'agencies.view_own': 'Ver sus agencias',
    'agencies.view_team': 'Ver las agencias de su equipo',
    'agencies.view_all': 'Ver todas las agencias',
    'agencies.create': 'Crear agencias',
    'agencies.update_own': 'Editar sus agencias',
    'agencies.update_all': 'Editar cualquier agencia',
    'agencies.delete': 'Archivar agencias',
    'agencies.export': 'Exportar agencias',
    'agencies.import': 'Importar agencias',
    'agencies.merge': 'Fusionar agencias duplicadas',
    'commissions.edit_rate': 'Cambiar la comisión de una agencia',
  }),
  ...of('Contactos', {
    'contacts.view_own': 'Ver los contactos de sus clientes y agencias',
    'contacts.view_team': 'Ver los contactos de las cuentas de su equipo',
    'contacts.view_all': 'Ver todos los contactos',
    'contacts.create': 'Crear contactos',
    'contacts.update_own': 'Editar los contactos de sus clientes y agencias',
    'contacts.update_all': 'Editar cualquier contacto',
    'contacts.move': 'Cambiar contactos de empresa o de estado',
    'contacts.consent': 'Dar de baja el consentimiento de contactos',
    'contacts.merge': 'Fusionar contactos duplicados',
    'contacts.delete': 'Archivar contactos',
    'contacts.export': 'Exportar contactos',
    'contacts.import': 'Importar contactos',
  }),
  ...of('Cartas de autorización', {
    'client_agencies.view_own': 'Ver cartas de autorización de sus cuentas',
    'client_agencies.view_team': 'Ver cartas de autorización de las cuentas de su equipo',
    'client_agencies.view_all': 'Ver cartas de autorización de todas las cuentas',
    'client_agencies.create': 'Agregar cartas de autorización',
    'client_agencies.update_own': 'Editar cartas de autorización de sus cuentas',
    'client_agencies.update_all': 'Editar cartas de autorización de cualquier cuenta',
    'client_agencies.delete': 'Archivar cartas de autorización',
    'client_agencies.export': 'Exportar cartas de autorización',
    'client_agencies.revoke': 'Revocar cartas de autorización',
  }),
  ...of('Firmantes', {
    'signatories.view_own': 'Ver firmantes de sus cuentas',
    'signatories.view_team': 'Ver firmantes de las cuentas de su equipo',
    'signatories.view_all': 'Ver firmantes de todas las cuentas',
    'signatories.create': 'Agregar firmantes',
    'signatories.update_own': 'Editar firmantes de sus cuentas',
    'signatories.update_all': 'Editar firmantes de cualquier cuenta',
    'signatories.delete': 'Archivar firmantes',
    'signatories.export': 'Exportar firmantes',
  }),
  ...of('Registros de clientes', {
    'client_registrations.view_all': 'Ver los registros de clientes',
    'client_registrations.create': 'Registrar solicitudes internas',
    'client_registrations.review': 'Revisar registros',
    'client_registrations.approve': 'Aprobar registros',
    'client_registrations.export': 'Exportar registros de clientes',
    'client_registrations.import': 'Importar registros de clientes',
    'client_registrations.reopen': 'Reabrir registros rechazados',
    'public_forms.view_all': 'Ver los formularios para sitios web y sus resultados',
    'public_forms.manage': 'Crear, editar y apagar formularios para sitios web',
  }),
  ...of('Listas objetivo', {
    'target_lists.view_own': 'Ver sus listas objetivo y las cuentas que tiene asignadas',
    'target_lists.view_team': 'Ver las listas objetivo de su equipo',
    'target_lists.view_all': 'Ver todas las listas objetivo',
    'target_lists.create': 'Crear listas objetivo',
    'target_lists.update_own': 'Editar sus listas objetivo',
    'target_lists.update_all': 'Editar cualquier lista objetivo',
    'target_lists.activate': 'Activar, cerrar y reabrir listas objetivo',
    'target_lists.distribute': 'Repartir las cuentas de una lista objetivo entre vendedores',
    'target_lists.delete': 'Archivar listas objetivo',
    'target_lists.export': 'Exportar listas objetivo y sus cuentas',
    'target_lists.import': 'Importar listas objetivo',
    'target_list_members.create': 'Agregar cuentas a una lista objetivo',
    'target_list_members.update_own': 'Editar sus cuentas de listas objetivo',
    'target_list_members.update_all': 'Editar cualquier cuenta de listas objetivo',
    'target_list_members.work': 'Avanzar y descartar cuentas de listas objetivo',
    'target_list_members.delete': 'Quitar cuentas de listas objetivo',
    'target_list_members.import': 'Importar cuentas a una lista objetivo',
  }),
  ...of('Transferencias', {
    'transfers.view_all': 'Ver el historial de transferencias',
    'transfers.execute': 'Transferir cuentas y programar transferencias',
    'transfers.revert': 'Revertir transferencias',
    'transfers.export': 'Exportar el historial de transferencias',
  }),
  ...of('Distribución de cartera', {
    'portfolio.view_all': 'Ver la distribución de cartera',
    'portfolio.update': 'Preparar movimientos de cartera y congelar cuentas',
    'portfolio.publish': 'Publicar la distribución y dar coberturas temporales',
    'portfolio.rules': 'Administrar las reglas de cartera',
    'portfolio.export': 'Exportar las reglas de cartera',
  }),
  ...of('Seguimiento', {
    'activities.view_own': 'Ver sus actividades',
    'activities.view_team': 'Ver las actividades de su equipo',
    'activities.view_all': 'Ver todas las actividades',
    'activities.create': 'Crear actividades y registrar atenciones',
    'activities.update_own': 'Editar sus actividades',
    'activities.update_all': 'Editar cualquier actividad',
    'activities.work': 'Empezar, completar, reprogramar y cancelar actividades',
    'activities.export': 'Exportar actividades',
    'activities.import': 'Importar actividades',
  }),
  ...of('Referidos', {
    'referrals.view_own': 'Ver sus referidos',
    'referrals.view_team': 'Ver los referidos de su equipo',
    'referrals.view_all': 'Ver todos los referidos',
    'referrals.create': 'Crear referidos',
    'referrals.update_own': 'Editar sus referidos',
    'referrals.update_all': 'Editar cualquier referido',
    'referrals.work': 'Contactar, calificar, convertir y descartar referidos',
    'referrals.export': 'Exportar referidos',
    'referrals.import': 'Importar referidos',
  }),
  ...of('Aprobaciones', {
    'approvals.view_own': 'Ver las aprobaciones que pidió y decidir las que le tocan',
    'approvals.view_all': 'Ver todas las aprobaciones',
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
];

/** Label of the permission to manage a catalogue. */
export const managingLabel = (label: Label): string => `Administrar ${label.many.toLocaleLowerCase('es')}`;
