import type { CurrencyAmount } from '../../money/currency-amount.ts';
import type { IndexedResource } from '../../resource/indexed-resource.ts';
import type { ForecastPeriod } from '../../sales/pipeline/forecast.ts';
import type { homeGroups } from '../cards.ts';

/** The filters of the Dashboard, each with the text of its control. A card names those it uses. */
export const dashboardFilters = {
  period: 'Periodo',
  company: 'Compañía',
  division: 'División',
  seller: 'Vendedor',
} as const;

export type DashboardFilter = keyof typeof dashboardFilters;

/** The chosen filters; ids of records, absent for all of them. */
export interface DashboardChoice {
  readonly period: ForecastPeriod;
  readonly company?: string;
  readonly division?: string;
  readonly seller?: string;
}

/** The reader of a card: their id, the company's current day, and the first and last day of the chosen period. */
export interface CardReader {
  readonly userId: string;
  readonly today: string;
  readonly from: string;
  readonly to: string;
}

/**
 * A figure of a card: what a list counts and adds up. `query` is the query of that list, so that the figure and the list
 * cannot differ.
 */
export interface CardLine {
  readonly name: string;
  readonly text: string;
  readonly resource: IndexedResource;
  /** Needed besides seeing rows of the resource: one of these. */
  readonly permissions?: readonly string[];
  readonly tone?: 'danger' | 'warning';
  /** Amounts of the resource that are added up, by currency. Without any the rows are counted. */
  readonly amounts?: readonly string[];
  /** Divides the figure by the values of a field, of which the `most` largest of each currency are shown. */
  readonly by?: { readonly field: string; readonly most: number };
  /** The field of the resource to which a filter of the Dashboard applies, if the reader chose one. */
  readonly filters?: Readonly<Partial<Record<Exclude<DashboardFilter, 'period'>, string>>>;
  readonly query: (reader: CardReader) => Readonly<Record<string, string>>;
}

/** What a card shows. All but `lists` have an endpoint of their own. */
export type CardContent =
  | { readonly kind: 'counts'; readonly group: keyof typeof homeGroups }
  | { readonly kind: 'lists'; readonly lines: readonly CardLine[] }
  | { readonly kind: 'pace' | 'due' | 'aging' | 'expected_cash' | 'occupancy' | 'budget' };

/** A card of the Dashboard. Each is loaded by itself, and fails by itself. */
export interface DashboardCard {
  readonly name: string;
  readonly title: string;
  /** One sentence: what it shows. */
  readonly about: string;
  readonly size: 'narrow' | 'wide';
  /** The filters that change what it shows. */
  readonly filters: readonly DashboardFilter[];
  /** One of these is needed. Absent: seeing rows of the resource of a line is enough. */
  readonly permissions?: readonly string[];
  readonly content: CardContent;
}

/** An amount of a line. */
export interface CardAmount {
  /** Label of the field. */
  readonly label: string;
  readonly amounts: readonly CurrencyAmount[];
}

/** A value of the field that a line is divided by. */
export interface CardPart {
  readonly label: string;
  readonly count: number;
  readonly amounts: readonly CardAmount[];
  /** Query string of its list. */
  readonly query: string;
  /** Its part of the first amount in the currency of most rows, in percent with one digit; null of nothing. */
  readonly share: string | null;
}

/** A line, as `GET /api/dashboard/cards/{name}` returns it. */
export interface CardFigure {
  readonly name: string;
  readonly count: number;
  readonly amounts: readonly CardAmount[];
  /** Query string of the list. */
  readonly query: string;
  /** Of a line that is divided: its largest parts, in the order of the field's values. */
  readonly parts?: readonly CardPart[];
  /** The largest parts of each currency together, of the first amount, in percent of the whole. */
  readonly shares?: readonly { readonly currency: string; readonly share: string }[];
}

/** An option of a filter. */
export interface DashboardOption {
  readonly id: string;
  readonly label: string;
}

/** A period with its working days: all of them, and those from today on. */
export interface DashboardPeriod {
  readonly from: string;
  readonly to: string;
  readonly working_days: number;
  readonly left: number;
}

/** The `data` of `GET /api/dashboard`. */
export interface DashboardLayout {
  readonly today: string;
  readonly periods: Readonly<Record<ForecastPeriod, DashboardPeriod>>;
  /** Names of the cards, in their order. */
  readonly cards: readonly string[];
  /** Names of all cards that the reader may add. */
  readonly available: readonly string[];
  /** The reader arranged the cards; false: they are those of their roles. */
  readonly arranged: boolean;
  readonly companies: readonly DashboardOption[];
  readonly divisions: readonly DashboardOption[];
  /** Sellers whose clients the reader sees; empty for a reader who sees only their own. */
  readonly sellers: readonly DashboardOption[];
}

/** Occupancy of the spaces of a platform, week by week. */
export interface PlatformOccupancy {
  readonly id: string;
  readonly platform: string;
  readonly spaces: number;
  /** Mean of the spaces' occupied part in percent with one digit; null in a week in which all are closed. */
  readonly weeks: readonly (string | null)[];
}

/** The `data` of `GET /api/dashboard/occupancy`. */
export interface OccupancyWeeks {
  /** First day of each week; the first one is today. */
  readonly weeks: readonly string[];
  readonly platforms: readonly PlatformOccupancy[];
}

/** Amounts of one month of the year: budget, and what was signed, billed and collected. Null: not for this reader. */
export interface BudgetMonth {
  /** `YYYY-MM` */
  readonly month: string;
  readonly budget: string;
  readonly booked: string | null;
  readonly billed: string | null;
  readonly collected: string | null;
}

/** The approved budget of a company beside what was reached. */
export interface BudgetYear {
  readonly id: string;
  readonly name: string;
  readonly company: string;
  readonly currency: string;
  readonly months: readonly BudgetMonth[];
}
