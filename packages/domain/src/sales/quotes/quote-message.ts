import { formatCivilDate } from '../../kinds/date.ts';

/**
 * The text with which a seller sends the link to a quote by a messenger.
 *
 * @example quoteMessage({ recipient: 'Ana Núñez', name: 'Otoño', number: 'PR-2026-00012', until: '2026-12-15', url })
 */
export const quoteMessage = ({
  recipient,
  name,
  number,
  until,
  url,
}: {
  readonly recipient: string;
  /** Of the campaign. */
  readonly name: string;
  readonly number: string;
  /** Last day on which the link opens. */
  readonly until: string;
  readonly url: string;
}): string =>
  `Hola, ${recipient.trim().split(/\s+/)[0]}: le comparto el presupuesto «${name}» (${number}). En esta página puede leerlo, comentarlo y aceptarlo hasta el ${formatCivilDate(until)}: ${url}`;
