import type { ConstraintMeanings } from '../platform/database/constraints.ts';
import { beyondOwn } from './within-own.ts';

/** Messages for the constraints of 0002_identity.sql, 0010_identity_access.sql and 0027_security.sql. */
export const identityConstraints: ConstraintMeanings = {
  users_email_key: { field: 'email', message: 'Ese correo ya está en uso.' },
  users_email_form: {
    field: 'email',
    message: 'Escriba un correo válido, por ejemplo nombre@empresa.com.',
  },
  users_full_name_length: { field: 'full_name', message: 'Use entre 3 y 120 caracteres.' },
  users_phone_form: {
    field: 'phone',
    message: 'Escriba el teléfono con el código del país, por ejemplo +1 809 555 0100.',
  },
  users_reports_to_other: { field: 'reports_to_id', message: 'Una persona no puede reportar a sí misma.' },
  users_reports_to_no_cycle: {
    field: 'reports_to_id',
    message: 'Esa persona ya reporta, directamente o por otros, a este usuario. Elija otra.',
  },
  users_inactive_owns_nothing: {
    message: 'Este usuario todavía tiene registros a su nombre. Páselos antes a otra persona.',
  },
  owner_is_not_inactive: { message: 'Esa persona está inactiva. Elija a otra.' },
  delegations_to_other: { field: 'to_user_id', message: 'Elija a otra persona.' },
  delegations_days: { field: 'ends_on', message: 'Debe ser después de «Desde» y a más tardar en un año.' },
  delegations_one_at_a_time: {
    field: 'starts_on',
    message: 'Ya hay una delegación en esos días. Termínela o elija otros.',
  },
  users_last_administrator: {
    message: 'Es el último administrador activo: dé antes el rol de administrador a otra persona.',
  },
  user_roles_within_own: {
    field: 'role_ids',
    message: 'No puede dar un rol con permisos que usted no tiene.',
  },
  roles_name_key: { field: 'name', message: 'Ya hay un rol con ese nombre interno.' },
  roles_display_name_key: { field: 'display_name', message: 'Ya hay un rol con ese nombre.' },
  roles_system_kept: {
    message: 'Este rol es parte del sistema: no se elimina ni cambia de nombre interno.',
  },
  roles_archived_unused: {
    message: 'Hay usuarios con este rol. Deles otro antes de archivarlo.',
  },
  user_roles_role_in_use: {
    field: 'role_ids',
    message: 'Uno de los roles está archivado. Elija otro.',
  },
  role_permissions_within_own: {
    field: 'permissions',
    message: 'No puede conceder un permiso que usted no tiene.',
  },
  person_within_own: { message: beyondOwn },
  role_within_own: {
    message: 'Ese rol tiene permisos que usted no tiene. Pídalo a un administrador.',
  },
  role_permissions_administrator: { message: 'El rol de administrador conserva todos los permisos.' },
};
