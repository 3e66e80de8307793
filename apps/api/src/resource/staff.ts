import { roles } from '@pauta/domain/admin/role.ts';
import { users } from '@pauta/domain/admin/user.ts';
import { userTransitions } from '../admin/user-transitions.ts';
import type { Area } from '../platform/area.ts';
import { mountResource } from './mount-resource.ts';

/** What the log of a user tells besides changes of the record. */
const userEvents = {
  administrator_created: 'Administrador creado al instalar',
  register: 'Se registró por su cuenta',
  login: 'Inició sesión',
  login_failed: 'Intento de inicio de sesión con contraseña equivocada',
  login_refused: 'Inicio de sesión rechazado',
  logout: 'Cerró la sesión',
  password_changed: 'Cambió su contraseña',
  password_change_failed: 'Intento fallido de cambiar la contraseña',
  photo_changed: 'Cambió su foto',
  photo_removed: 'Quitó su foto',
  session_closed: 'Se cerró una sesión',
  sessions_closed: 'Se cerraron sus sesiones',
};

/** Users and roles as resources: lists, options, history and state changes. */
export const staffArea: Area = (app) => {
  mountResource(app, users, { transitions: userTransitions, events: userEvents });
  mountResource(app, roles);
};
