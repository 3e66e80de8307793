import { type Attachment, type EmailContent, paragraphsOf } from '../../mail/email.ts';

/** What the mails of a room name. */
export interface NamedQuote {
  /** With its version: "PR-2026-00012 v3". */
  readonly number: string;
  readonly title: string;
  readonly company: string;
}

/** To the client: the link to the room, and the document. */
export const shareEmail = (
  { number, title, company }: NamedQuote,
  mail: {
    readonly name: string;
    readonly message: string | null;
    /** Last day in words. */
    readonly until: string;
    readonly url: string;
    readonly attachments: readonly Attachment[];
  },
): EmailContent => ({
  subject: `Presupuesto ${number}: ${title}`,
  name: mail.name,
  paragraphs: [
    ...paragraphsOf(mail.message ?? ''),
    `${company} le envía el presupuesto «${title}» (${number}). En su página puede leerlo, preguntar por cada renglón, pedir cambios, aceptarlo o rechazarlo. Se abre hasta el ${mail.until}.`,
  ],
  action: { label: 'Ver el presupuesto', url: mail.url },
  note: 'El enlace es solo para usted: quien lo tenga ve el presupuesto. Si no lo esperaba, no haga nada.',
  attachments: mail.attachments,
});

/** To the client who wants to accept: the code. */
export const codeEmail = (
  { number, title, company }: NamedQuote,
  { name, code, minutes }: { readonly name: string; readonly code: string; readonly minutes: number },
): EmailContent => ({
  subject: `Código para aceptar el presupuesto ${number}`,
  name,
  paragraphs: [
    `Para aceptar «${title}» de ${company}, escriba este código en la página del presupuesto: ${code}`,
    `Vale ${minutes} minutos. No lo comparta: con él se acepta en su nombre.`,
  ],
  note: 'Si usted no lo pidió, no haga nada: sin el código nadie acepta el presupuesto.',
});

/** To the seller: what the client did in the room. */
export const actEmail = (
  { number, title }: NamedQuote,
  mail: {
    readonly name: string;
    /** What happened, in one sentence. */
    readonly act: string;
    readonly text: string | null;
    readonly url: string;
  },
): EmailContent => ({
  subject: `${number}: ${mail.act}`,
  name: mail.name,
  paragraphs: [`${mail.act} Presupuesto «${title}».`, ...paragraphsOf(mail.text ?? '')],
  action: { label: 'Ver el presupuesto', url: mail.url },
  note: 'Recibe este correo porque el presupuesto es suyo.',
});
