import { type Attachment, type EmailContent, paragraphsOf } from '../../../mail/email.ts';

/** What the mails about a report name. */
export interface NamedReport {
  readonly number: string;
  /** In words: "del 01/05/2026 al 31/05/2026". */
  readonly period: string;
  readonly company: string;
}

/** To the client: the link to the page, and the document. */
export const shareEmail = (
  { number, period, company }: NamedReport,
  mail: {
    readonly name: string;
    readonly message: string | null;
    /** Last day in words. */
    readonly until: string;
    readonly url: string;
    readonly attachments: readonly Attachment[];
  },
): EmailContent => ({
  subject: `Evidencias de su pauta ${period} (${number})`,
  name: mail.name,
  paragraphs: [
    ...paragraphsOf(mail.message ?? ''),
    `${company} le envía las evidencias de lo emitido ${period} (${number}). En su página puede ver lo contratado y lo emitido por día, y aceptarlo u objetarlo por renglón. Se abre hasta el ${mail.until}.`,
  ],
  action: { label: 'Ver las evidencias', url: mail.url },
  note: 'El enlace es solo para usted: quien lo tenga ve el reporte. Si no lo esperaba, no haga nada.',
  attachments: mail.attachments,
});

/** To the client who wants to accept: the code. */
export const codeEmail = (
  { number, company }: NamedReport,
  { name, code, minutes }: { readonly name: string; readonly code: string; readonly minutes: number },
): EmailContent => ({
  subject: `Código para aceptar el reporte ${number}`,
  name,
  paragraphs: [
    `Para aceptar las evidencias de ${company}, escriba este código en la página del reporte: ${code}`,
    `Vale ${minutes} minutos. No lo comparta: con él se acepta en su nombre.`,
  ],
  note: 'Si usted no lo pidió, no haga nada: sin el código nadie acepta el reporte.',
});

/** To the seller: what the client did on the page. */
export const actEmail = (
  { number, period }: NamedReport,
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
  paragraphs: [`${mail.act} Evidencias ${period}.`, ...paragraphsOf(mail.text ?? '')],
  action: { label: 'Ver el reporte', url: mail.url },
  note: 'Recibe este correo porque el contrato es suyo.',
});
