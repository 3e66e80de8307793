import { email } from '../../kinds/contact.ts';
import { date } from '../../kinds/date.ts';
import { longText, text } from '../../kinds/text.ts';
import { yesNo } from '../../kinds/yes-no.ts';
import type { Command } from '../../resource/command.ts';

/** Days for which a link to the page for material opens, if nobody chooses another day. */
export const materialLinkDays = 60;

/**
 * The page on which somebody of the client delivers the material of a contract, a room: asking for it by a link,
 * reminding of it, closing it. A link shows all sheets of the contract of the sheet that it was made from.
 */
export const materialCommands: Readonly<Record<'ask' | 'remind' | 'close_links', Command>> = {
  ask: {
    label: 'Pedir el material',
    done: 'Material pedido',
    single: true,
    secret: true,
    fields: {
      recipient: text('A quién', { max: 160, required: true, width: 'full' }),
      email: email('Correo', { required: true, width: 'full' }),
      expires_on: date('Se abre hasta', { required: true }),
      sends_mail: yesNo('Enviar por correo', {
        initial: true,
        hint: 'Con el enlace y lo que falta por entregar.',
      }),
      message: longText('Mensaje', { max: 1000 }),
    },
    explanation:
      'Crea un enlace a la página de material del contrato: quien lo recibe ve lo que pide cada ficha, responde, sube los archivos y los envía a revisión.',
    undo: { by: 'command', name: 'close_links' },
  },
  remind: {
    label: 'Recordar',
    done: 'Recordatorio enviado',
    checked: true,
    atHand: true,
    explanation:
      'Envía por correo un enlace nuevo, con lo que falta de todas las fichas del contrato, a quien se le pidió el material.',
    undo: { never: 'El correo ya salió.' },
  },
  close_links: {
    label: 'Retirar enlaces de material',
    done: 'Enlaces retirados',
    checked: true,
    rare: true,
    explanation: 'La página de material del contrato deja de abrirse para todos los que tengan un enlace.',
    undo: { never: 'Pida el material otra vez: habrá un enlace nuevo.' },
  },
};
