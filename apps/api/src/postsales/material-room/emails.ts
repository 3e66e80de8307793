import { formatCivilDate } from '@pauta/domain/kinds/date.ts';
import { type EmailContent, paragraphsOf } from '../../mail/email.ts';

/** A contract whose material is asked for. */
export interface NamedContract {
  readonly number: string;
  readonly name: string;
  readonly company: string;
}

/** A sheet that waits for its client. */
export interface WaitingSheet {
  readonly description: string;
  readonly due_on: string;
  readonly observation: string | null;
}

const sheetText = ({ description, due_on, observation }: WaitingSheet): string =>
  `• ${description}: hasta el ${formatCivilDate(due_on)}.${
    observation === null ? '' : ` Hay que corregirlo: ${observation}`
  }`;

/** Sheets that one mail names; the page shows all. */
const mostNamed = 12;

/** To somebody of the client: what is missing, and the link to the page where it is delivered. */
export const askMaterialEmail = (
  { number, name, company }: NamedContract,
  mail: {
    readonly recipient: string;
    readonly message: string | null;
    readonly sheets: readonly WaitingSheet[];
    /** Last day in words. */
    readonly until: string;
    readonly url: string;
    readonly isReminder: boolean;
  },
): EmailContent => ({
  subject: `${mail.isReminder ? 'Recordatorio: falta material de' : 'Material para'} «${name}» (${number})`,
  name: mail.recipient,
  paragraphs: [
    ...paragraphsOf(mail.message ?? ''),
    `${company} necesita el material de «${name}» para salir al aire a tiempo. En su página puede responder lo que se pide, subir los archivos desde el teléfono o la computadora y aprobarlos. Se abre hasta el ${mail.until}.`,
    ...mail.sheets.slice(0, mostNamed).map(sheetText),
    ...(mail.sheets.length > mostNamed ? [`Y otras ${mail.sheets.length - mostNamed} fichas.`] : []),
  ],
  action: { label: 'Entregar el material', url: mail.url },
  note: 'El enlace es solo para usted: quien lo tenga puede entregar material en su nombre. Si no lo esperaba, no haga nada.',
});

/** To whoever prepares the sheet: the client delivered it. */
export const deliveredEmail = (
  { number, name }: Pick<NamedContract, 'number' | 'name'>,
  mail: {
    readonly staff: string;
    readonly by: string;
    readonly sheet: string;
    readonly url: string;
  },
): EmailContent => ({
  subject: `${number}: material de «${mail.sheet}» para revisar`,
  name: mail.staff,
  paragraphs: [
    `${mail.by} entregó y aprobó el material de «${mail.sheet}», del contrato «${name}» (${number}).`,
  ],
  action: { label: 'Revisar la ficha', url: mail.url },
  note: 'Recibe este correo porque es responsable de la ficha o del contrato.',
});
