import type { EmailContent } from '../mail/email.ts';

interface Reader {
  full_name: string;
}

export const invitationSubject = 'Le invitaron a usar Pauta';
export const resetSubject = 'Elija una contraseña nueva para Pauta';

export const invitationEmail = ({ full_name: name }: Reader, url: string): EmailContent => ({
  subject: invitationSubject,
  name,
  paragraphs: [
    'Un administrador de Pauta le creó una cuenta con este correo. Para entrar, elija su contraseña.',
    'El enlace vale 7 días y se usa una sola vez.',
  ],
  action: { label: 'Aceptar la invitación', url },
  note: 'Si no esperaba esta invitación, no haga nada: sin la contraseña la cuenta no se puede usar.',
});

export const resetEmail = ({ full_name: name }: Reader, url: string): EmailContent => ({
  subject: resetSubject,
  name,
  paragraphs: [
    'Se pidió cambiar la contraseña de su cuenta de Pauta. Elija una nueva con este enlace.',
    'El enlace vale 60 minutos y se usa una sola vez. Al usarlo se cierran todas sus sesiones.',
  ],
  action: { label: 'Elegir contraseña', url },
  note: 'Si no fue usted, no haga nada: su contraseña sigue siendo la misma. Si le pasa a menudo, avise a un administrador.',
});

export const passwordChangedEmail = ({ full_name: name }: Reader): EmailContent => ({
  subject: 'Su contraseña de Pauta cambió',
  name,
  paragraphs: [
    'La contraseña de su cuenta de Pauta se cambió hace un momento y se cerraron sus demás sesiones.',
  ],
  note: 'Si no fue usted, pida de inmediato a un administrador que suspenda la cuenta.',
});

const secondFactorWords = {
  on: 'Desde ahora, para entrar a Pauta hacen falta su contraseña y un código de su aplicación de autenticación.',
  off: 'La verificación en dos pasos de su cuenta de Pauta se desactivó: para entrar basta su contraseña.',
  reset:
    'Un administrador quitó la verificación en dos pasos de su cuenta de Pauta y cerró sus sesiones. Entre con su contraseña y actívela de nuevo en Mi Perfil.',
} as const;

export const secondFactorEmail = (
  { full_name: name }: Reader,
  what: keyof typeof secondFactorWords,
): EmailContent => ({
  subject: what === 'on' ? 'Activó la verificación en dos pasos' : 'Se quitó la verificación en dos pasos',
  name,
  paragraphs: [secondFactorWords[what]],
  note: 'Si no lo esperaba, avise de inmediato a un administrador.',
});
