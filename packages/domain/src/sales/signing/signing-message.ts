import { formatCivilDate } from '../../kinds/date.ts';

/**
 * The text with which a seller sends a signer the link to sign by a messenger.
 *
 * @example signingMessage({ recipient: 'Ana Núñez', document: 'el contrato CT-2026-00012', name: 'Otoño', until: '2026-12-15', url })
 */
export const signingMessage = ({
  recipient,
  document,
  name,
  until,
  url,
}: {
  readonly recipient: string;
  /** With its article and number. */
  readonly document: string;
  /** Of the campaign. */
  readonly name: string;
  /** Last day on which the link opens. */
  readonly until: string;
  readonly url: string;
}): string =>
  `Hola, ${recipient.trim().split(/\s+/)[0]}: le comparto ${document}, «${name}». En esta página puede leerlo y firmarlo hasta el ${formatCivilDate(until)}: ${url}`;
