import { roles } from '@pauta/domain/admin/roles/role.ts';
import { users } from '@pauta/domain/admin/users/user.ts';
import type { Area } from '../../platform/area.ts';
import { mountResource } from '../../resource/mount-resource.ts';
import { roleHooks } from '../roles/hooks.ts';
import { userCommands } from './user-commands.ts';

/** Events of a user in the audit log besides changes of the record. */
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
  invited: 'Invitado',
  invitation_sent: 'Se le envió la invitación otra vez',
  invitation_accepted: 'Aceptó la invitación',
  password_reset_asked: 'Pidió un enlace para elegir otra contraseña',
  password_reset_sent: 'Se le envió un enlace para elegir otra contraseña',
  password_reset: 'Eligió otra contraseña con un enlace',
  second_factor_on: 'Activó la verificación en dos pasos',
  second_factor_off: 'Desactivó la verificación en dos pasos',
  second_factor_reset: 'Se le quitó la verificación en dos pasos',
  second_factor_failed: 'Código de verificación equivocado',
  second_factor_setup_failed: 'Intento fallido de activar la verificación en dos pasos',
  second_factor_change_failed: 'Intento fallido de cambiar la verificación en dos pasos',
  recovery_codes_renewed: 'Pidió nuevos códigos de recuperación',
  deactivate: 'Desactivado',
};

/** Users and roles as resources: lists, options, history and state changes. */
export const staffArea: Area = (app) => {
  mountResource(app, users, { commands: userCommands, events: userEvents });
  mountResource(app, roles, roleHooks);
};
