import type { Resource } from '../resource/resource.ts';
import { resources } from '../resources.ts';

/** What the log calls things that are no state change of a resource. */
const plain: Readonly<Record<string, string>> = {
  create: 'Creación',
  update: 'Cambio',
  delete: 'Eliminación',
  archive: 'Archivado',
  restore: 'Restauración',
  undo: 'Cambio deshecho',
  import: 'Importación',
  export: 'Exportación',
  merge: 'Fusión',
  reorder: 'Nuevo orden',
  permissions: 'Cambio de permisos',
  verify: 'Verificación de la cadena',
  register: 'Registro propio',
  login: 'Inicio de sesión',
  login_failed: 'Contraseña equivocada',
  login_refused: 'Inicio de sesión rechazado',
  logout: 'Cierre de sesión',
  password_changed: 'Cambio de contraseña',
  password_change_failed: 'Cambio de contraseña fallido',
  photo_changed: 'Foto cambiada',
  photo_removed: 'Foto quitada',
  session_closed: 'Sesión cerrada',
  sessions_closed: 'Sesiones cerradas',
  administrator_created: 'Administrador creado',
};

/** Tables of the log that are no resource. */
const others: Readonly<Record<string, string>> = {
  settings: 'Configuración',
  role_permissions: 'Permisos de un rol',
  user_roles: 'Roles de un usuario',
  delegations: 'Delegaciones',
  audit_chain: 'Cadena de auditoría',
  exports: 'Exportaciones',
};

/** Every action that the log may carry, with its name; the order is that of the filter. */
export const actionLabels: Readonly<Record<string, string>> = {
  ...plain,
  ...Object.fromEntries(
    resources.flatMap(({ transitions }) =>
      Object.entries(transitions)
        .filter(([name]) => !(name in plain))
        .map(([name, { label }]) => [name, label]),
    ),
  ),
};

/** Tables of the log with the name of what their rows are. */
export const entityLabels: Readonly<Record<string, string>> = {
  ...Object.fromEntries(resources.map(({ name, label }) => [name, label.many])),
  ...others,
};

/** Columns of tables that are no field of a resource. */
const columns: Readonly<Record<string, string>> = {
  value: 'Valor',
  key: 'Clave',
  permission: 'Permiso',
  role_id: 'Rol',
  user_id: 'Usuario',
  archived_at: 'En el archivo desde',
  created_at: 'Creado',
  updated_at: 'Actualizado',
  created_by: 'Creado por',
  updated_by: 'Actualizado por',
  row_version: 'Versión',
  is_system: 'Del sistema',
  position: 'Posición',
  hash: 'Huella',
  broken: 'Rota en la posición',
  took_ms: 'Duración (ms)',
};

const byName = new Map(resources.map((resource) => [resource.name, resource]));

/** The resource whose records a table of the log holds, if it is one. */
export const resourceOfEntity = (entity: string): Resource | undefined => byName.get(entity);

/**
 * What a column of a table is called.
 *
 * @example auditFieldLabel('clients', 'trade_name') // 'Nombre comercial'
 */
export const auditFieldLabel = (entity: string, column: string): string =>
  byName.get(entity)?.fields[column]?.label ?? columns[column] ?? column.replaceAll('_', ' ');

/** What the log calls an action; the action itself when it is a new one. */
export const auditActionLabel = (entity: string, action: string): string =>
  byName.get(entity)?.transitions[action]?.label ?? actionLabels[action] ?? action;
