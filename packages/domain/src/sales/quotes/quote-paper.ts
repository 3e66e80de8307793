import { formatCivilDate } from '../../kinds/date.ts';
import type { DateRange } from '../../kinds/date-range.ts';
import { isEmpty } from '../../kinds/kind.ts';
import {
  type PaperCalendar,
  type PaperFacts,
  type PaperLine,
  type PaperTotal,
  paperCalendars,
  paperLabel,
  paperLine,
  paperRange,
  paperTotals,
  presentFacts,
} from '../lines/sale-paper.ts';
import { billingPlans } from './billing-plans.ts';
import type { QuoteContent } from './quote-content.ts';

/** A quote as pages and documents show it to its client: texts only, in order. */
export interface QuotePaper {
  readonly title: string;
  readonly number: string;
  readonly facts: PaperFacts;
  readonly lines: readonly PaperLine[];
  readonly calendars: readonly PaperCalendar[];
  readonly totals: readonly PaperTotal[];
  readonly terms: readonly string[];
}

/** A quote as its client reads it, from the content of its version. */
export const quotePaper = ({ quote, lines, parties }: QuoteContent): QuotePaper => {
  const currency = String(quote.currency_code);
  const plan = billingPlans[quote.billing_plan as keyof typeof billingPlans];
  const number = `${String(quote.number)} v${String(quote.version)}`;
  return {
    title: String(quote.name),
    number,
    facts: presentFacts([
      ['Presupuesto', number],
      ['Cliente', parties.client.legal_name ?? null],
      ['Marca', paperLabel(quote.brand_id)],
      ['Agencia', parties.agency?.legal_name ?? null],
      ['Fechas', paperRange(quote.flight)],
      ['Válido hasta', isEmpty(quote.valid_until) ? null : formatCivilDate(String(quote.valid_until))],
      ['Se factura', plan ?? null],
      ['Término de crédito', paperLabel(quote.credit_term_id)],
      ['Le atiende', parties.seller.name ?? null],
      ['Correo', parties.seller.email ?? null],
    ]),
    lines: lines.map((line) => paperLine(line, currency)),
    calendars: paperCalendars(quote.flight as DateRange, lines),
    totals: paperTotals(quote, lines, parties.agency !== null),
    terms: parties.terms
      .split(/\n+/)
      .map((paragraph) => paragraph.trim())
      .filter((paragraph) => paragraph !== ''),
  };
};
