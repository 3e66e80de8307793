/** How many opportunities were closed, and how many of those were won. */
export interface Cases {
  readonly won: number;
  readonly closed: number;
}

/** What is known about an open opportunity and about those that were in its stage before and are closed. */
export interface WinHistory {
  readonly stage: string;
  /** Probability of the stage by the catalogue, from 0 to 100. */
  readonly catalogue_pct: number;
  readonly of_stage: Cases;
  readonly of_seller: Cases;
  /** Days in the stage so far, and cases that were in it for at least as long. */
  readonly age_days: number;
  readonly of_age: Cases;
  /** Finished activities about it, and cases of the same band. */
  readonly activities: number;
  readonly of_activities: Cases;
  /** Whether its client bought in the year before it, and cases of which the same is true. */
  readonly is_recent_client: boolean;
  readonly of_recency: Cases;
  /** Name of its agency, if it has one, and cases with the same one (or without, as this). */
  readonly agency: string | null;
  readonly of_agency: Cases;
}

/** One of the five facts on which a probability rests. */
export interface WinFactor {
  readonly label: string;
  readonly value: string;
  readonly cases: Cases;
}

/** A probability with where it comes from. */
export interface WinProbability {
  /** From 0 to 100, with one decimal. */
  readonly pct: number;
  /** `history`: own cases, drawn toward the catalogue; `catalogue`: too few cases. */
  readonly source: 'history' | 'catalogue';
  readonly cases: number;
  readonly factors: readonly WinFactor[];
}

/** With fewer closed cases of the stage, the probability is that of the catalogue. */
export const fewestCases = 10;

/** How many cases a prior counts as: with so many own cases, prior and history weigh the same. */
const priorCases = 10;

/**
 * The mean of the Beta-binomial posterior: the rate of the cases, drawn toward a prior rate that counts as
 * `priorCases` cases. It lies between both, and approaches the rate with the number of cases.
 *
 * @param prior from 0 to 1
 * @example shrunkRate(0.5, { won: 0, closed: 10 }) // 0.25
 */
export const shrunkRate = (prior: number, { won, closed }: Cases): number =>
  (won + priorCases * prior) / (closed + priorCases);

/** Bands of the number of finished activities; the database uses the same. @example activityBand(4) // '3 o más' */
export const activityBand = (count: number): string =>
  count === 0 ? 'Ninguna' : count <= 2 ? '1 o 2' : '3 o más';

/**
 * The probability from own history by stage and seller: the seller's rate, drawn toward that of the stage, which is
 * drawn toward the catalogue's (domain §4.1, 4). The five factors show the cases that resemble this opportunity.
 */
export const winProbability = (history: WinHistory): WinProbability => {
  const { catalogue_pct, of_stage, of_seller } = history;
  const isEnough = of_stage.closed >= fewestCases;
  const rate = shrunkRate(shrunkRate(catalogue_pct / 100, of_stage), of_seller);
  const days = Math.floor(history.age_days);
  return {
    pct: isEnough ? Math.round(rate * 1000) / 10 : catalogue_pct,
    source: isEnough ? 'history' : 'catalogue',
    cases: of_stage.closed,
    factors: [
      { label: 'Etapa', value: history.stage, cases: of_stage },
      {
        label: 'Tiempo en la etapa',
        value: days === 1 ? '1 día o más' : `${days} días o más`,
        cases: history.of_age,
      },
      {
        label: 'Actividades terminadas',
        value: activityBand(history.activities),
        cases: history.of_activities,
      },
      {
        label: 'Cliente',
        value: history.is_recent_client ? 'Compró en el último año' : 'No compró en el último año',
        cases: history.of_recency,
      },
      { label: 'Agencia', value: history.agency ?? 'Sin agencia', cases: history.of_agency },
    ],
  };
};
