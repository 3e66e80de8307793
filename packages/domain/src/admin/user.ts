import { jobPositions } from '../catalogues/catalogues.ts';
import { choice } from '../kinds/choice.ts';
import { email, phone } from '../kinds/contact.ts';
import { dateTime } from '../kinds/date.ts';
import { reference, references } from '../kinds/reference.ts';
import { longText, text } from '../kinds/text.ts';
import { defineResource, type Resource } from '../resource/resource.ts';
import { roles } from './role.ts';

/** A person of the staff who signs in (domain §1.9). */
export const users: Resource = defineResource({
  name: 'users',
  screen: 'gestion/usuarios',
  label: { one: 'Usuario', many: 'Usuarios', gender: 'm' },
  fields: {
    full_name: text('Nombre completo', { max: 120, min: 3, required: true, sortable: true, width: 'wide' }),
    email: email('Correo', { required: true, sortable: true, readOnly: true }),
    phone: phone('Teléfono'),
    job_position_id: reference('Cargo', () => jobPositions),
    reports_to_id: reference('Reporta a', () => users),
    role_ids: references('Roles', () => roles, { required: true }),
    status: choice(
      'Estado',
      {
        pending: ['Pendiente', 'warning'],
        active: ['Activo', 'success'],
        suspended: ['Suspendido', 'danger'],
        inactive: ['Inactivo', 'neutral'],
      },
      { required: true, readOnly: true, sortable: true, width: 'short' },
    ),
    last_login_at: dateTime('Último acceso', { readOnly: true }),
  },
  title: 'full_name',
  search: ['full_name', 'email'],
  order: 'full_name',
  columns: ['full_name', 'email', 'role_ids', 'job_position_id', 'status', 'last_login_at'],
  filters: ['status', 'role_ids', 'job_position_id', 'created_at'],
  sections: [
    {
      label: 'Persona',
      fields: ['full_name', 'email', 'phone', 'job_position_id', 'reports_to_id', 'role_ids'],
    },
  ],
  operations: ['update'],
  permissions: {
    viewAll: 'users.view_all',
    create: 'users.create',
    updateAll: 'users.update_all',
    archive: 'users.update_all',
  },
  state: 'status',
  transitions: {
    approve: {
      label: 'Aprobar',
      done: 'Usuario aprobado',
      from: ['pending'],
      to: 'active',
      permission: 'users.approve',
      tone: 'primary',
      fields: { role_ids: references('Roles', () => roles, { required: true }) },
      explanation: 'Podrá entrar con los permisos de los roles que elija.',
    },
    suspend: {
      label: 'Suspender',
      done: 'Usuario suspendido',
      from: ['active', 'pending'],
      to: 'suspended',
      permission: 'users.update_all',
      tone: 'danger',
      fields: { reason: longText('Motivo', { max: 500, min: 5, required: true }) },
      explanation: 'Se cierran sus sesiones ahora mismo; sus datos se conservan.',
    },
    reactivate: {
      label: 'Reactivar',
      done: 'Usuario reactivado',
      from: ['suspended'],
      to: 'active',
      permission: 'users.update_all',
      tone: 'primary',
    },
  },
});
