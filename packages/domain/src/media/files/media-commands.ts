import { email } from '../../kinds/contact.ts';
import { date } from '../../kinds/date.ts';
import { longText, text } from '../../kinds/text.ts';
import { yesNo } from '../../kinds/yes-no.ts';
import type { Command, Guard } from '../../resource/command.ts';

/** Days for which a shared link opens, if nobody chooses another day. */
export const mediaLinkDays = 14;

const isAvailable: Guard = {
  needs: ['status'],
  why: ({ status }) =>
    status === 'available'
      ? null
      : {
          code: 'not_available',
          text: 'El archivo todavía no está disponible: espere a que se mida, o cámbielo.',
        },
};

const isMeasured: Guard = {
  needs: ['status'],
  why: ({ status }) =>
    status === 'processing'
      ? { code: 'processing', text: 'El archivo ya se está midiendo: espere a que termine.' }
      : null,
};

const isApproved =
  (wanted: boolean): Guard['why'] =>
  ({ approved_at }) => {
    if ((approved_at !== null && approved_at !== undefined) === wanted) return null;
    return wanted
      ? { code: 'not_approved', text: 'El archivo no está aprobado.' }
      : { code: 'approved', text: 'El archivo ya está aprobado.' };
  };

/** Commands of a media file: its approval, links with which somebody without an account sees it, and its measuring. */
export const mediaCommands: Readonly<
  Record<'approve' | 'withdraw_approval' | 'share' | 'close_links' | 'measure_again', Command>
> = {
  approve: {
    label: 'Aprobar',
    done: 'Archivo aprobado',
    guards: [isAvailable, { needs: ['approved_at'], why: isApproved(false) }],
    explanation: 'Queda escrito quién lo aprobó y cuándo. Si el archivo cambia, la aprobación termina.',
    undo: { by: 'command', name: 'withdraw_approval' },
  },
  withdraw_approval: {
    label: 'Retirar aprobación',
    done: 'Aprobación retirada',
    guards: [{ needs: ['approved_at'], why: isApproved(true) }],
    rare: true,
    undo: { by: 'command', name: 'approve' },
  },
  share: {
    label: 'Compartir',
    done: 'Enlace creado',
    guards: [isAvailable],
    single: true,
    secret: true,
    fields: {
      recipient: text('Para quién', { max: 160, required: true, width: 'full' }),
      email: email('Correo', { width: 'full', hint: 'Hace falta para enviarlo por correo.' }),
      expires_on: date('Se abre hasta', { required: true }),
      sends_mail: yesNo('Enviar por correo', { initial: false }),
      message: longText('Mensaje', { max: 1000 }),
    },
    explanation:
      'Crea un enlace con el que se ve y se descarga este archivo sin cuenta, hasta el día que elija.',
    undo: { by: 'command', name: 'close_links' },
  },
  close_links: {
    label: 'Retirar enlaces',
    done: 'Enlaces retirados',
    checked: true,
    rare: true,
    explanation: 'El archivo deja de abrirse para todos los que tengan un enlace.',
    undo: { never: 'Compártalo otra vez: tendrá un enlace nuevo.' },
  },
  measure_again: {
    label: 'Medir otra vez',
    done: 'Medición pedida',
    guards: [isMeasured],
    single: true,
    rare: true,
    explanation:
      'El servidor vuelve a leer el archivo. Mientras tanto queda lo que ya se midió, y también si ahora no se puede leer.',
    undo: { never: 'Lo medido es del archivo: no se deshace.' },
  },
};
