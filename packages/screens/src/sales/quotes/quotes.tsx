import { quotes } from '@pauta/domain/sales/quotes/quote.ts';
import { resourceScreens } from '@pauta/ui/screens/resource-screens.tsx';
import { lazy } from 'react';
import { ComponentsInput } from '../lines/components/components-input.tsx';
import { DaysInput } from '../lines/days-input.tsx';
import { BrandInput } from './brand-input.tsx';
import { ClientInput } from './client-input.tsx';
import { QuoteLineActions } from './distribute/distribute-button.tsx';
import { followLine } from './follow-line.ts';
import { QuoteLineNote } from './line-note.tsx';
import { QuoteSummary } from './quote-summary.tsx';
import { useQuoteTables } from './quote-tables.ts';

const QuoteRecord = lazy(async () => ({ default: (await import('./quote-record.tsx')).QuoteRecord }));

/** Ventas › Presupuestos: what is offered to clients, with prices, availability and holds. */
export const Quotes = resourceScreens(quotes, {
  inputs: { client_id: ClientInput, brand_id: BrandInput },
  form: {
    useTables: useQuoteTables,
    follows: { lines: followLine },
    lineInputs: { lines: { days: DaysInput, components: ComponentsInput } },
    lineNotes: { lines: QuoteLineNote },
    lineActions: { lines: QuoteLineActions },
    summary: QuoteSummary,
  },
  screens: { detail: QuoteRecord },
});
