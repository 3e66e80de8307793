import { choice } from '../../kinds/choice.ts';
import { email } from '../../kinds/contact.ts';
import { date } from '../../kinds/date.ts';
import { file } from '../../kinds/file.ts';
import { longText, text } from '../../kinds/text.ts';
import { yesNo } from '../../kinds/yes-no.ts';
import type { Command } from '../../resource/command.ts';
import { longestDrawing } from './signature.ts';
import { signingOrders } from './signing-order.ts';

/** What is signed, in the sentences of its commands. */
interface SignedText {
  /** "contrato", with its article: "el contrato". */
  readonly one: string;
  /** The end of a participle: "firmado", "firmada". */
  readonly end: 'o' | 'a';
  /** Permission to register signatures. */
  readonly permission: string;
  /** The state of a document that a signer refused. */
  readonly refused: string;
}

/** Input of a document that is sent to be signed. */
export const signingOrderFields = {
  signing_order: choice('Quién firma primero', signingOrders, { required: true, initial: 'together' }),
  sends_mail: yesNo('Enviar los enlaces por correo', {
    initial: false,
    hint: 'A quienes les toca firmar y tienen correo. También puede compartir cada enlace después.',
  }),
} as const;

const signerId = text('Firmante', { max: 36, required: true, isInternal: true });

const states = ['pending_signature'] as const;

/**
 * How people sign a document that waits for its signatures: from outside by a link, in person, or on paper. The last
 * signature makes the document valid, in the same transaction.
 */
export const signingCommands = ({
  one,
  end,
  permission,
  refused,
}: SignedText): Readonly<
  Record<
    | 'share_signing'
    | 'remind_signing'
    | 'sign_in_person'
    | 'record_signature'
    | 'sign_by_link'
    | 'refuse_signing',
    Command
  >
> => ({
  share_signing: {
    label: 'Compartir para firmar',
    done: 'Enlace para firmar creado',
    guards: [waits(one)],
    single: true,
    secret: true,
    rare: true,
    fields: {
      signer_id: signerId,
      email: email('Correo', {
        required: true,
        width: 'full',
        hint: 'A este correo llega el código con que se firma.',
      }),
      expires_on: date('Se abre hasta', { required: true }),
      sends_mail: yesNo('Enviar por correo', {
        initial: true,
        hint: 'Con el enlace a su página, donde lo lee y descarga.',
      }),
      message: longText('Mensaje', { max: 1000 }),
    },
    explanation: `Crea un enlace con el que esa persona lee ${one} en su teléfono, se identifica con un código y lo firma.`,
    undo: { never: 'Devuelva el documento a borrador: sus enlaces dejan de abrirse.' },
  },
  remind_signing: {
    label: 'Recordar firma',
    done: 'Recordatorio enviado',
    from: states,
    checked: true,
    rare: true,
    explanation: 'Envía un enlace nuevo por correo a quienes les toca firmar y aún no han firmado.',
    undo: { never: 'El correo ya salió.' },
  },
  sign_in_person: {
    label: 'Firmar en persona',
    done: 'Firma en persona registrada',
    from: states,
    permission,
    single: true,
    rare: true,
    fields: {
      signer_id: signerId,
      typed_name: text('Nombre de quien firma', { max: 160, min: 2, required: true, width: 'full' }),
      drawing: text('Firma dibujada', {
        max: longestDrawing,
        width: 'full',
        hint: 'Con el dedo, un lápiz o el ratón. Es opcional: el nombre escrito ya es su firma.',
      }),
      consents: yesNo('Leyó el documento y acepta firmarlo electrónicamente', {
        initial: false,
        width: 'full',
      }),
    },
    explanation: `Quien firma lee ${one} y firma en esta pantalla, ante usted.`,
    undo: { never: 'Una firma no se deshace: devuelva el documento a borrador.' },
  },
  record_signature: {
    label: 'Registrar una firma en papel',
    done: 'Firma en papel registrada',
    from: states,
    permission,
    single: true,
    rare: true,
    fields: {
      signer_id: signerId,
      signed_on: date(`Firmad${end} el`, { required: true }),
      scan: file('Documento firmado', { hint: 'El escaneo o la foto de la página con la firma.' }),
    },
    undo: { never: 'Una firma no se deshace: devuelva el documento a borrador.' },
  },
  sign_by_link: {
    label: 'Firmar',
    done: 'Firma por enlace',
    by: ['client'],
    from: states,
    fields: { signer_id: signerId },
  },
  refuse_signing: {
    label: 'No firmar',
    done: 'Firma rechazada',
    by: ['client'],
    from: states,
    to: refused,
    fields: { reason: longText('Motivo', { max: 1000, min: 5, required: true }) },
  },
});

const waits = (one: string) => ({
  needs: ['status'],
  why: ({ status }: Readonly<Record<string, unknown>>) =>
    status === 'pending_signature' ? null : { code: 'wrong_state', text: `Envíe antes ${one} a firma.` },
});
