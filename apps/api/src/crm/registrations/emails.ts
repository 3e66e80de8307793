import type { EmailContent } from '../../mail/email.ts';

interface Named {
  /** Full name of the recipient. */
  readonly name: string;
  readonly folio: string;
  readonly company: string;
}

/** Identifies the record, so that a mail can be withdrawn when a newer one replaces it. */
export const infoSubject = (folio: string): string => `Falta información para su registro ${folio}`;

const lines = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

/** To the contact of a registration: what is missing, and the link to complete it. */
export const infoEmail = (
  { name, folio, company }: Named,
  { message, url, days }: { message: string; url: string; days: number },
): EmailContent => ({
  subject: infoSubject(folio),
  name,
  paragraphs: [
    `Recibimos el registro de ${company} (${folio}). Para continuar necesitamos lo siguiente:`,
    ...lines(message),
    `Con este enlace puede corregir los datos y agregar documentos. Vale ${days === 1 ? 'un día' : `${days} días`} y solo para este registro; no lo comparta.`,
  ],
  action: { label: 'Completar el registro', url },
  note: 'Si usted no pidió ser cliente, no haga nada: sin respuesta el registro no continúa.',
});

/** To the reviewer: the visitor answered. */
export const replyEmail = (
  { name, folio, company }: Named,
  { reply, documents, url }: { reply: string | null; documents: number; url: string },
): EmailContent => ({
  subject: `Respondieron al registro ${folio}`,
  name,
  paragraphs: [
    `${company} completó la información que usted pidió.`,
    ...(documents > 0 ? [`Documentos agregados: ${documents}.`] : []),
    ...(reply === null ? [] : ['Su mensaje:', ...lines(reply)]),
  ],
  action: { label: 'Revisar el registro', url },
  note: 'Recibe este correo porque usted revisa este registro.',
});

/** To the reviewer whom the registration was assigned to. */
export const assignedEmail = (
  { name, folio, company }: Named,
  { by, url }: { by: string; url: string },
): EmailContent => ({
  subject: `Le asignaron el registro ${folio}`,
  name,
  paragraphs: [`${by} le asignó la revisión del registro de ${company}.`],
  action: { label: 'Revisar el registro', url },
  note: 'Recibe este correo porque usted revisa registros de clientes.',
});

/** Identifies the record, so that the mail can be withdrawn with the approval. */
export const approvedSubject = (folio: string): string => `Aprobamos su registro ${folio}`;

/** To the contact: the company is now a client. */
export const approvedEmail = ({ name, folio, company }: Named, seller: string): EmailContent => ({
  subject: approvedSubject(folio),
  name,
  paragraphs: [`${company} ya es cliente. ${seller} le atenderá y se pondrá en contacto con usted.`],
  note: 'Recibe este correo porque registró a su empresa como cliente.',
});

/** To the contact who was notified of an approval that was since undone. */
export const reviewedAgainEmail = ({ name, folio, company }: Named): EmailContent => ({
  subject: `Revisamos otra vez su registro ${folio}`,
  name,
  paragraphs: [
    `Le escribimos que ${company} ya es cliente. Fue antes de tiempo: su registro sigue en revisión.`,
    'No tiene que hacer nada; le avisaremos cuando terminemos.',
  ],
  note: 'Recibe este correo porque registró a su empresa como cliente.',
});
