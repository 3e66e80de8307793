import { companies, departments, divisions, jobPositions } from '../../catalogues/organization.ts';
import { choice } from '../../kinds/choice.ts';
import { email, phone } from '../../kinds/contact.ts';
import { dateTime } from '../../kinds/date.ts';
import { reference, references } from '../../kinds/reference.ts';
import { longText, text } from '../../kinds/text.ts';
import { yesNo } from '../../kinds/yes-no.ts';
import { computedFact } from '../../resource/computed-fact.ts';
import { defineResource, type Resource } from '../../resource/resource.ts';
import { roles } from '../roles/role.ts';

/** A person of the staff who signs in (domain §1.9). */
export const users: Resource = defineResource({
  name: 'users',
  screen: 'gestion/usuarios',
  label: { one: 'Usuario', many: 'Usuarios', gender: 'm' },
  fields: {
    full_name: text('Nombre completo', {
      max: 120,
      min: 3,
      required: true,
      sortable: true,
      width: 'wide',
      besides: ['profile_photo'],
    }),
    email: email('Correo', { required: true, sortable: true, readOnly: true }),
    phone: phone('Teléfono'),
    job_position_id: reference('Cargo', () => jobPositions),
    department_id: reference('Departamento', () => departments),
    company_id: reference('Compañía', () => companies),
    division_ids: references('Divisiones', () => divisions),
    reports_to_id: reference('Reporta a', () => users),
    goal_profile: choice(
      'Metas',
      { individual: 'Propias', team: 'De su equipo', none: 'Sin metas' },
      { hint: 'De quién son las ventas que cuentan para sus metas.' },
    ),
    role_ids: references('Roles', () => roles, { required: true }),
    status: choice(
      'Estado',
      {
        invited: ['Invitado', 'info'],
        pending: ['Pendiente', 'warning'],
        active: ['Activo', 'success'],
        suspended: ['Suspendido', 'danger'],
        inactive: ['Inactivo', 'neutral'],
      },
      { required: true, readOnly: true, sortable: true, width: 'short' },
    ),
    last_login_at: dateTime('Último acceso', { readOnly: true }),
    // Its path below `/storage/`; the user changes it in their profile.
    profile_photo: text('Foto', { max: 200, readOnly: true, isInternal: true, derived: true }),
    without_second_factor: yesNo('Sin verificación en dos pasos', computedFact),
  },
  title: 'full_name',
  keys: ['email'],
  offeredIn: ['active'],
  open: true,
  search: ['full_name', 'email', 'phone'],
  order: 'full_name',
  columns: ['full_name', 'email', 'role_ids', 'job_position_id', 'reports_to_id', 'status', 'last_login_at'],
  brief: ['email', 'role_ids'],
  headline: {
    identity: ['email', 'role_ids'],
    facts: ['job_position_id', 'reports_to_id', 'last_login_at'],
    phoneSources: [{ field: 'phone' }],
  },
  filters: [
    'status',
    'role_ids',
    'without_second_factor',
    'job_position_id',
    'department_id',
    'company_id',
    'division_ids',
    'created_at',
  ],
  sections: [
    {
      label: 'Persona',
      fields: ['full_name', 'email', 'phone', 'role_ids'],
    },
    {
      label: 'Organización',
      fields: [
        'job_position_id',
        'department_id',
        'company_id',
        'division_ids',
        'reports_to_id',
        'goal_profile',
      ],
    },
  ],
  operations: ['update'],
  permissions: {
    viewAll: 'users.view_all',
    create: 'users.create',
    updateAll: 'users.update_all',
    archive: 'users.update_all',
    export: 'users.export',
    import: 'users.import',
  },
  state: 'status',
  commands: {
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
      from: ['suspended', 'inactive'],
      to: 'active',
      permission: 'users.update_all',
      tone: 'primary',
      explanation: 'Podrá entrar otra vez con su contraseña y los permisos de sus roles.',
    },
    withdraw: {
      label: 'Cancelar invitación',
      done: 'Invitación cancelada',
      from: ['invited'],
      to: 'inactive',
      permission: 'users.create',
      tone: 'danger',
      explanation: 'El enlace que recibió deja de valer. Puede invitarlo de nuevo cuando quiera.',
    },
  },
});
