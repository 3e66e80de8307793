import { linesOf } from '../../resource/lines.ts';
import type { Resource } from '../../resource/resource.ts';
import { resourceNamed, resources } from '../../resources.ts';

/** Labels of logged actions that are not state changes of a resource. */
const plain = {
  create: 'Creación',
  update: 'Cambio',
  delete: 'Eliminación',
  archive: 'Archivado',
  restore: 'Restauración',
  undo: 'Cambio deshecho',
  import: 'Importación',
  export: 'Exportación',
  merge: 'Fusión',
  convert: 'Conversión en agencia',
  transfer: 'Transferencia',
  freeze: 'Cuenta congelada',
  unfreeze: 'Cuenta descongelada',
  cover: 'Cobertura temporal',
  cover_end: 'Fin de una cobertura',
  follow_up: 'Seguimiento terminado',
  expire: 'Vencimiento',
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
  invited: 'Invitación',
  invitation_sent: 'Invitación enviada otra vez',
  invitation_accepted: 'Invitación aceptada',
  password_reset_asked: 'Enlace de contraseña pedido',
  password_reset_sent: 'Enlace de contraseña enviado',
  password_reset: 'Contraseña restablecida',
  second_factor_on: 'Segundo paso activado',
  second_factor_off: 'Segundo paso desactivado',
  second_factor_reset: 'Segundo paso quitado',
  second_factor_failed: 'Código equivocado',
  second_factor_setup_failed: 'Activación del segundo paso fallida',
  second_factor_change_failed: 'Cambio del segundo paso fallido',
  visitor_replied: 'Respuesta del solicitante',
  document_added: 'Documento agregado',
  document_removed: 'Documento quitado',
  recovery_codes_renewed: 'Códigos de recuperación nuevos',
  demonstration_left: 'Fin de la demostración',
} as const satisfies Readonly<Record<string, string>>;

/** Actions in the audit log besides the state changes of resources; an action without a label cannot be logged. */
export type LoggedAction = keyof typeof plain;

/** Labels of tables in the log that belong to no resource. */
const others: Readonly<Record<string, string>> = {
  settings: 'Configuración',
  role_permissions: 'Permisos de un rol',
  user_roles: 'Roles de un usuario',
  delegations: 'Delegaciones',
  audit_chain: 'Cadena de auditoría',
  audit_entries: 'Logs de auditoría',
  exports: 'Exportaciones',
  views: 'Vistas guardadas',
  saved_reports: 'Informes guardados',
  portfolio_simulations: 'Simulaciones de cartera',
  comments: 'Comentarios',
  comment_mentions: 'Menciones en un comentario',
  attachments: 'Adjuntos',
  files: 'Archivos',
  contact_affiliations: 'Empresas de un contacto',
  client_registration_platforms: 'Medios de interés de un registro',
  client_registration_documents: 'Documentos de un registro',
  portfolio_assignments: 'Coberturas de cartera',
  quote_links: 'Enlaces de presupuestos',
  media_links: 'Enlaces a archivos multimedia',
  material_links: 'Enlaces para entregar material',
  signing_requests: 'Contratos enviados a firma',
  signing_links: 'Enlaces para firmar',
  signatures: 'Firmas de contratos',
  quote_messages: 'Mensajes de presupuestos',
  quote_acceptances: 'Aceptaciones de presupuestos',
  official_spots: 'Tiempo oficial',
  makegood_links: 'Enlaces de compensaciones',
  evidence_links: 'Enlaces de reportes de evidencias',
  evidence_acceptances: 'Aceptaciones de reportes de evidencias',
  portfolio_freezes: 'Cuentas congeladas',
  portfolio_rule_members: 'Equipo de una regla de cartera',
  user_divisions: 'Divisiones de un usuario',
  cluster_localities: 'Localidades de un clúster',
  cluster_subdivisions: 'Subdivisiones de un clúster',
  nse_profile_nse_targets: 'Niveles de un perfil socioeconómico',
  program_restricted_industries: 'Industrias restringidas de un programa',
  work_crew_members: 'Integrantes de una cuadrilla',
  opportunity_platforms: 'Plataformas de una oportunidad',
  quota_avoided_programs: 'Programas que evita un cupo',
  inventory_item_restricted_industries: 'Industrias que un espacio no admite',
  inventory_item_allowed_articles: 'Servicios que admite un espacio',
  inventory_item_target_ages: 'Edades del público de un espacio',
  inventory_item_target_nses: 'Niveles socioeconómicos del público de un espacio',
  contract_own_signatories: 'Firmantes de la compañía en un contrato',
  contract_client_signatories: 'Firmantes del cliente en un contrato',
  contract_agency_signatories: 'Firmantes de la agencia en un contrato',
  addenda_own_signatories: 'Firmantes de la compañía en una adenda',
  addenda_client_signatories: 'Firmantes del cliente en una adenda',
  addenda_agency_signatories: 'Firmantes de la agencia en una adenda',
  subdivision_localities: 'Localidades de una subdivisión',
  opening_sales: 'Ventas de una apertura',
  bank_movement_payments: 'Cobros de un depósito bancario',
  rebate_accrual_credit_notes: 'Notas de crédito de una bonificación',
};

/** Every action that the log may contain, with its label, in the order of the filter. */
export const actionLabels: Readonly<Record<string, string>> = {
  ...plain,
  ...Object.fromEntries(
    resources.flatMap(({ commands }) =>
      Object.entries(commands)
        .filter(([name]) => !(name in plain))
        .map(([name, { label }]) => [name, label]),
    ),
  ),
};

/** Tables of the log with the labels of their rows. */
export const entityLabels: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    resources.flatMap((resource) => [
      [resource.name, resource.label.many],
      ...linesOf(resource).map(({ of }) => [of().name, `${of().label.many}: ${resource.label.many}`]),
    ]),
  ),
  ...others,
};

/** Labels of table columns that are no field of a resource. */
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
  checklist: 'Lista de control',
};

/** The resource whose records a table of the log contains, if there is one. */
export const resourceOfEntity: (entity: string) => Resource | undefined = resourceNamed;

/**
 * Label of a column of a table.
 *
 * @example auditFieldLabel('clients', 'trade_name') // 'Nombre comercial'
 */
export const auditFieldLabel = (entity: string, column: string): string =>
  resourceNamed(entity)?.fields[column]?.label ?? columns[column] ?? column.replaceAll('_', ' ');

/** Label of a logged action; the action itself if it has none. */
export const auditActionLabel = (entity: string, action: string): string =>
  resourceNamed(entity)?.commands[action]?.label ?? actionLabels[action] ?? action;
