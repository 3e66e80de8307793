import { quotes } from '@pauta/domain/sales/quotes/quote.ts';
import { RowFacts } from '@pauta/ui/data/row-facts.tsx';
import { ResourceList } from '@pauta/ui/list/resource-list.tsx';
import { type OwnScreenProps, resourceScreens } from '@pauta/ui/screens/resource-screens.tsx';
import { lazy, type ReactElement } from 'react';
import { ComponentsInput } from '../lines/components/components-input.tsx';
import { DaysInput } from '../lines/days-input.tsx';
import { BrandInput } from './brand-input.tsx';
import { ClientInput } from './client-input.tsx';
import { QuoteLineActions } from './distribute/distribute-button.tsx';
import { followLine } from './follow-line.ts';
import { HoldCell } from './hold-cell.tsx';
import { QuoteLineNote } from './line-note.tsx';
import { QuoteSummary } from './quote-summary.tsx';
import { useQuoteTables } from './quote-tables.ts';

const quoteCells = { hold_state: HoldCell };

const QuoteRecord = lazy(async () => ({ default: (await import('./quote-record.tsx')).QuoteRecord }));

function QuoteList({ resource }: OwnScreenProps): ReactElement {
  return (
    <RowFacts path="/quotes/availability">
      <ResourceList cells={quoteCells} resource={resource} />
    </RowFacts>
  );
}

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
  screens: { list: QuoteList, detail: QuoteRecord },
});
