import { type EmailContent, paragraphsOf } from '../../../mail/email.ts';

/** A contract of which something was not aired. */
export interface NamedContract {
  readonly number: string;
  readonly name: string;
  readonly company: string;
}

/** To the client: the link to the page where each offer is answered. */
export const shareOffersEmail = (
  { number, name, company }: NamedContract,
  mail: {
    readonly recipient: string;
    readonly message: string | null;
    readonly count: number;
    /** Last day in words. */
    readonly until: string;
    readonly url: string;
  },
): EmailContent => ({
  subject: `Compensación de lo no emitido de «${name}» (${number})`,
  name: mail.recipient,
  paragraphs: [
    ...paragraphsOf(mail.message ?? ''),
    mail.count === 1
      ? `${company} no emitió una de las salidas de «${name}» y le propone compensarla con otra de igual valor, sin costo.`
      : `${company} no emitió ${mail.count} de las salidas de «${name}» y le propone compensarlas con otras de igual valor, sin costo.`,
    `En su página puede aceptar o rechazar cada una. Se abre hasta el ${mail.until}; los lugares no están reservados, así que conviene responder pronto.`,
  ],
  action: { label: 'Ver las compensaciones', url: mail.url },
  note: 'El enlace es solo para usted: quien lo tenga ve las propuestas. Si no lo esperaba, no haga nada.',
});

/** To the client who wants to answer: the code. */
export const offerCodeEmail = (
  { number, company }: NamedContract,
  {
    recipient,
    code,
    minutes,
  }: { readonly recipient: string; readonly code: string; readonly minutes: number },
): EmailContent => ({
  subject: `Código para responder las compensaciones de ${number}`,
  name: recipient,
  paragraphs: [
    `Para responder las compensaciones que le propone ${company}, escriba este código en la página: ${code}`,
    `Vale ${minutes} minutos. No lo comparta: con él se responde en su nombre.`,
  ],
  note: 'Si usted no lo pidió, no haga nada: sin el código nadie responde.',
});

/** To staff: what the client answered. */
export const answeredEmail = (
  { number, name }: NamedContract,
  mail: {
    readonly staff: string;
    readonly by: string;
    /** One sentence for each offer. */
    readonly answers: readonly string[];
    readonly url: string;
  },
): EmailContent => ({
  subject: `${number}: el cliente respondió las compensaciones`,
  name: mail.staff,
  paragraphs: [
    `${mail.by} respondió las compensaciones de «${name}» (${number}).`,
    ...mail.answers.slice(0, 20),
    ...(mail.answers.length > 20 ? [`Y otras ${mail.answers.length - 20}.`] : []),
  ],
  action: { label: 'Ver las propuestas', url: mail.url },
  note: 'Recibe este correo porque el contrato es suyo o porque envió las propuestas.',
});
