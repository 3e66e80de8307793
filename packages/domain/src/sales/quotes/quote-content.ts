import { contentOf, type Snapshot } from '../../document/document-content.ts';
import { referenceId } from '../../kinds/reference.ts';
import { linesIn } from '../../resource/lines.ts';
import type { AnyRecord, Values } from '../../resource/resource.ts';
import { spaceKinds } from '../lines/line-kinds.ts';
import type { SaleContentLine } from '../lines/sale-paper.ts';
import { quotes } from './quote.ts';
import { quoteLines } from './quote-line.ts';

/** The company that issues a quote, as its letterhead says it. */
export interface QuoteIssuer {
  readonly name: string;
  /** Identification, address, telephone. */
  readonly details: readonly string[];
  readonly footer: string;
}

/** What a quote says besides its own values, as it was when it was sent. */
export interface QuoteParties {
  readonly company: QuoteIssuer;
  readonly client: Snapshot;
  readonly agency: Snapshot | null;
  /** Who prepared it: full name, and e-mail. */
  readonly seller: Snapshot;
  /** Text of the setting `quote_terms`. */
  readonly terms: string;
  /** Weekdays on which spaces are sold, by the id of the space; null is every day. */
  readonly daysOfSpaces: Readonly<Record<string, readonly string[] | null>>;
}

/** The content of one version of a quote: everything that its client sees, and nothing else. */
export interface QuoteContent {
  readonly quote: Values;
  readonly lines: readonly SaleContentLine[];
  readonly parties: Omit<QuoteParties, 'daysOfSpaces'>;
}

/** Fields that the client does not see: internal ones, and what happens to a quote after it was sent. */
const leftOut: ReadonlySet<string> = new Set([
  'status',
  'owner_id',
  'notes',
  'budget_amount',
  'opportunity_id',
  'max_discount_pct',
  'agency_commission_pct',
  'commission_mode',
  'floor_price',
  'price_source',
  'conditions',
  'sent_at',
  'accepted_on',
  'accepted_by',
  'acceptance_file',
  'rejection_reason',
  'replaced_by_id',
]);

const soldOn = (line: Values, days: QuoteParties['daysOfSpaces']): Values => {
  if (!spaceKinds.includes(String(line.line_kind))) return {};
  const chosen = (line.days as readonly string[] | null) ?? null;
  const open = days[referenceId(line.inventory_item_id) ?? ''] ?? null;
  return { days: chosen && open ? chosen.filter((day) => open.includes(day)) : (chosen ?? open) };
};

/**
 * The content of a version of a quote as plain JSON: what the page and the document for its client show, and what an
 * acceptance is of. It is stored when the quote is sent, with the SHA-256 of its canonical form (RFC 8785).
 *
 * @param quote header and lines in the form of an answer, with the names of its references
 */
export const quoteContent = (quote: AnyRecord, { daysOfSpaces, ...parties }: QuoteParties): QuoteContent => ({
  quote: contentOf(quotes.fields, quote, leftOut),
  parties,
  lines: linesIn(quote, 'lines').map((line) => ({
    ...contentOf(quoteLines.fields, line, leftOut),
    ...soldOn(line, daysOfSpaces),
    id: line.id,
  })),
});
