import type { Body } from '@pauta/domain/document/document.ts';
import type { DateRange } from '@pauta/domain/kinds/date-range.ts';
import { linesIn } from '@pauta/domain/resource/lines.ts';
import type { Errors } from '@pauta/domain/resource/resource.ts';
import { invalid } from '../../platform/http/problem.ts';

/**
 * Lines stay within the flight of their quote or contract, for which the letter of its agency is checked.
 *
 * @param of how the document is named in the message: "del presupuesto"
 * @throws Problem 422 at the lines
 */
export const checkFlights = (body: Body, of: string): void => {
  const header = body.flight as DateRange | null | undefined;
  const errors: Errors = {};
  for (const line of linesIn(body, 'lines')) {
    const flight = line.flight as DateRange | null | undefined;
    if (!header?.from || !header.to || !flight?.from || !flight.to) continue;
    if (flight.from < header.from || flight.to > header.to)
      errors[`lines.${line.id}.flight`] = [`Queda fuera del vuelo ${of}: cambie uno de los dos.`];
  }
  if (Object.keys(errors).length > 0) throw invalid(errors);
};
