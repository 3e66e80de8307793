import { formatCivilDate } from '../../kinds/date.ts';

/**
 * The text with which staff send somebody of a client the link to the page for material by a messenger.
 *
 * @example materialMessage({ recipient: 'Ana Núñez', sheet: 'Cuña de 30 s', until: '2026-12-15', url })
 */
export const materialMessage = ({
  recipient,
  sheet,
  until,
  url,
}: {
  readonly recipient: string;
  /** Description of the sheet. */
  readonly sheet: string;
  /** Last day on which the link opens. */
  readonly until: string;
  readonly url: string;
}): string =>
  `Hola, ${recipient.trim().split(/\s+/)[0]}: necesitamos el material de «${sheet}». En esta página puede ver qué falta y subirlo hasta el ${formatCivilDate(until)}: ${url}`;
