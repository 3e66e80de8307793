import { capital } from '@pauta/domain/text/label.ts';
import { type Attachment, type EmailContent, paragraphsOf } from '../../mail/email.ts';

/** What the mails of a signing name. */
export interface NamedDocument {
  /** "el contrato CT-2026-00012" */
  readonly document: string;
  readonly title: string;
  readonly company: string;
}

/** To somebody whose turn it is to sign: the link, and the document. */
export const askEmail = (
  { document, title, company }: NamedDocument,
  mail: {
    readonly name: string;
    readonly message: string | null;
    /** Last day in words. */
    readonly until: string;
    readonly url: string;
    readonly isReminder: boolean;
    readonly attachments: readonly Attachment[];
  },
): EmailContent => ({
  subject: `${mail.isReminder ? 'Recordatorio: falta su firma en' : 'Para firmar:'} ${document}`,
  name: mail.name,
  paragraphs: [
    ...paragraphsOf(mail.message ?? ''),
    `${company} espera su firma en ${document}, «${title}». En su página puede leerlo y firmarlo desde el teléfono con un código que le enviaremos a este correo. Se abre hasta el ${mail.until}.`,
  ],
  action: { label: 'Leer y firmar', url: mail.url },
  note: 'El enlace es solo para usted. Si no esperaba este correo, no haga nada.',
  attachments: mail.attachments,
});

/** To a signer: the code. */
export const signingCodeEmail = (
  { document, company }: NamedDocument,
  { name, code, minutes }: { readonly name: string; readonly code: string; readonly minutes: number },
): EmailContent => ({
  subject: `Código para firmar ${document}`,
  name,
  paragraphs: [
    `Para firmar ${document} de ${company}, escriba este código en su página: ${code}`,
    `Vale ${minutes} minutos. No lo comparta: con él se firma en su nombre.`,
  ],
  note: 'Si usted no lo pidió, no haga nada: sin el código nadie firma.',
});

/** To somebody who signed by link: everybody has signed. */
export const completeEmail = ({ document, title, company }: NamedDocument, name: string): EmailContent => ({
  subject: `Todos firmaron ${document}`,
  name,
  paragraphs: [
    `Todos firmaron ${document}, «${title}», de ${company}. En el mismo enlace con que lo firmó puede descargar el documento.`,
  ],
  note: 'Recibe este correo porque firmó el documento.',
});

/** To the seller: what happened with the signatures. */
export const tellSellerEmail = (
  { document, title }: NamedDocument,
  mail: {
    readonly name: string;
    /** What happened, in one sentence. */
    readonly act: string;
    readonly texts: readonly string[];
    readonly url: string;
  },
): EmailContent => ({
  subject: `${capital(document.replace(/^(el|la) /, ''))}: ${mail.act}`,
  name: mail.name,
  paragraphs: [`${mail.act} Es «${title}».`, ...mail.texts],
  action: { label: `Ver ${document}`, url: mail.url },
  note: 'Recibe este correo porque el contrato es suyo.',
});
