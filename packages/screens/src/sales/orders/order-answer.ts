import type { Sheet } from '@pauta/domain/resource/import/sheet.ts';
import type { MatchCertainty } from '@pauta/domain/sales/orders/match-spaces.ts';
import type { OrderLine, ReadOrder } from '@pauta/domain/sales/orders/order.ts';
import type { LineTime } from '@pauta/domain/sales/orders/order-lines.ts';
import type { Label } from '@pauta/domain/text/label.ts';
import type { Option } from '@pauta/ui/controls/combo-box.tsx';

/** A space as the server proposes it. */
export interface OfferedSpace extends Option {
  readonly station?: string;
}

/** A line of an order with its time as sale lines, and the space that it seems to mean. */
export interface AnsweredLine extends OrderLine {
  readonly times: readonly LineTime[];
  readonly match: {
    readonly certainty: MatchCertainty;
    readonly is_learned: boolean;
    readonly space: OfferedSpace | null;
    readonly candidates: readonly OfferedSpace[];
  };
}

/** The answer of `POST /api/quotes/orders/read`. */
export interface OrderAnswer extends Omit<ReadOrder, 'lines'> {
  readonly sheets: readonly Sheet[];
  readonly lines: readonly AnsweredLine[];
}

/** What the user decided of a line. */
export interface LineChoice {
  readonly isTaken: boolean;
  readonly space: OfferedSpace | null;
}

/** How many units a line has. */
export const unitsIn = ({ units }: Pick<OrderLine, 'units'>): number =>
  Object.values(units).reduce((sum, one) => sum + one, 0);

/** The name of a line: its programme, or its station or hours. */
export const nameOf = ({ programme, station, time }: OrderLine): string =>
  programme || station || time || 'Sin nombre';

export const doubtLabel: Label = { one: 'duda', many: 'dudas', gender: 'f' };
export const lineLabel: Label = { one: 'renglón', many: 'renglones', gender: 'm' };
export const spotLabel: Label = { one: 'cuña', many: 'cuñas', gender: 'f' };

/** What was done in the dialog so far. It is kept while the dialog is closed, until its lines are added. */
export interface OrderWork {
  /** Pasted cells that were not read yet. */
  readonly text: string;
  readonly order?: OrderAnswer | undefined;
  readonly choices: readonly LineChoice[];
  readonly withPrices: boolean;
}

export const noWork: OrderWork = { text: '', choices: [], withPrices: false };
