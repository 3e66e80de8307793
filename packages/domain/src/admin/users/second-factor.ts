import type { Field } from '../../kinds/kind.ts';
import { text } from '../../kinds/text.ts';

/** Digits of a code of an authenticator app (`spec.md` §9). */
export const codeLength = 6;

/** The code that an authenticator app currently shows. */
export const appCode: Field = text('Código de 6 dígitos', {
  max: codeLength,
  min: codeLength,
  required: true,
  pattern: /^\d{6}$/,
  patternMessage: 'Son seis dígitos.',
  width: 'full',
  hint: 'Cambia cada 30 segundos en su aplicación de autenticación.',
}) as Field;

/** A recovery code, for use without the phone. */
export const recoveryCode: Field = text('Código de recuperación', {
  max: 40,
  required: true,
  verbatim: true,
  width: 'full',
  hint: 'Uno de los que guardó al activar la verificación, por ejemplo k7m2-9xqd-4hpt. Cada uno vale una vez.',
}) as Field;

/** Either kind of code, for changes of the account; the sign-in distinguishes the two. */
export const anyCode: Field = text('Código', {
  max: 40,
  required: true,
  verbatim: true,
  width: 'full',
  hint: 'El de 6 dígitos de su aplicación, o uno de recuperación.',
}) as Field;
