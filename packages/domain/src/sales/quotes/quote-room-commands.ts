import { email } from '../../kinds/contact.ts';
import { date } from '../../kinds/date.ts';
import { longText, text } from '../../kinds/text.ts';
import { yesNo } from '../../kinds/yes-no.ts';
import type { Command } from '../../resource/command.ts';
import { isOffered, notExpired } from './quote-guards.ts';

/** Input of the command that shares a quote with its client. */
const shareFields = {
  recipient: text('Para quién', { max: 160, required: true, width: 'full' }),
  email: email('Correo', {
    required: true,
    width: 'full',
    hint: 'A este correo llega el código con que se acepta.',
  }),
  expires_on: date('Se abre hasta', { required: true, hint: 'Como mucho, el último día del presupuesto.' }),
  sends_mail: yesNo('Enviar por correo', {
    initial: true,
    hint: 'Con el enlace y el documento en PDF.',
  }),
  message: longText('Mensaje', { max: 1000, placeholder: 'Le comparto la propuesta que conversamos.' }),
} as const;

/**
 * The page of a quote for its client, a room: opening it by a link, closing it, and answering what is written there. The
 * client's own acts are `accept` and `reject` of a quote.
 */
export const quoteRoomCommands: Readonly<Record<'share' | 'close_links' | 'reply', Command>> = {
  share: {
    label: 'Compartir con el cliente',
    done: 'Presupuesto compartido',
    guards: [isOffered, notExpired],
    single: true,
    secret: true,
    tone: 'primary',
    fields: shareFields,
    explanation:
      'Crea un enlace a la página del presupuesto: quien lo recibe lo lee, pregunta, pide cambios, lo acepta con un código enviado a su correo o lo rechaza.',
    undo: { by: 'command', name: 'close_links' },
  },
  close_links: {
    label: 'Retirar enlaces',
    done: 'Enlaces retirados',
    checked: true,
    rare: true,
    explanation: 'La página del presupuesto deja de abrirse para todos los que tengan un enlace.',
    undo: { never: 'Compártalo otra vez: tendrá un enlace nuevo.' },
  },
  reply: {
    label: 'Responder al cliente',
    done: 'Respuesta enviada',
    checked: true,
    single: true,
    rare: true,
    fields: {
      body: longText('Respuesta', { max: 2000, required: true }),
      line_id: text('Renglón', { max: 36, isInternal: true }),
    },
    explanation: 'La ven en la página del presupuesto todos los que tengan un enlace.',
    undo: { never: 'El cliente ya pudo leerla.' },
  },
};
