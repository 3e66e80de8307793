import type { Field, Fields } from '../../kinds/kind.ts';
import { text } from '../../kinds/text.ts';
import type { Rule } from '../../resource/resource.ts';

/** An existing password: only the server can verify it. */
export const currentPassword = (label: string): Field =>
  text(label, { max: 1024, required: true, verbatim: true, width: 'full' }) as Field;

const chosen = (label: string, hint?: string): Field =>
  text(label, { min: 10, max: 128, required: true, verbatim: true, width: 'full', hint }) as Field;

/** A new password, entered twice. The server also refuses common ones and those made of the user's name. */
export const newPasswordFields: Fields = {
  password: chosen(
    'Contraseña nueva',
    'Al menos 10 caracteres. Una frase es fácil de recordar y difícil de adivinar.',
  ),
  password_confirmation: chosen('Repita la contraseña'),
};

export const samePasswords: Rule = ({ password, password_confirmation }) =>
  password === password_confirmation
    ? null
    : { password_confirmation: ['Las dos contraseñas no son iguales.'] };
