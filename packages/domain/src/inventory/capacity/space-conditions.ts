/** How much was sold of a space on the same weekdays as the asked days. */
export interface SalesHistory {
  /** Past days on which it was for sale. */
  readonly days: number;
  /** From 0 to 1: the mean share of its capacity that was sold on them; null without days. */
  readonly sold: number | null;
  /** From 0 to 1: how much of the asked days is held or sold by now; null if it is not for sale on them. */
  readonly taken: number | null;
}

/** Under what conditions a space is sold on some days, as `GET /api/availability/:id/conditions` answers it. */
export interface SpaceConditions {
  /** Industries of which only one client may be there. */
  readonly exclusivities: readonly {
    readonly id: string;
    readonly industry: string;
    /** Null for a reader who may not see the client. */
    readonly client: string | null;
    readonly source: string;
    /** First and last day. */
    readonly from: string;
    readonly to: string;
  }[];
  readonly history: SalesHistory;
}

/** Weeks before today with which days are compared. */
export const historyWeeks = 12;
/** With fewer days than this nothing is concluded. */
export const fewestHistoricDays = 8;

const percent = (share: number): string => `${Math.round(share * 100)} %`;

/**
 * What the sales of the past say about the price of some days, in sentences; that they say nothing where they are few.
 *
 * @example yieldHint({ days: 12, sold: 0.91, taken: 0.4 })
 * // 'En las últimas 12 semanas, los mismos días de la semana se vendieron al 91 % (12 días). Estos van por el 40 %. Suelen llenarse: mantenga el precio.'
 */
export const yieldHint = ({ days, sold, taken }: SalesHistory): string => {
  if (taken === null) return 'El espacio no se vende en estos días.';
  if (sold === null || days < fewestHistoricDays) {
    const found =
      days === 0 ? 'no hay ventas comparables' : days === 1 ? 'solo hay 1 día' : `solo hay ${days} días`;
    return `Historial corto: ${found} de los mismos días de la semana, y hacen falta ${fewestHistoricDays} para sugerir algo. Estos van por el ${percent(taken)}.`;
  }
  const facts = `En las últimas ${historyWeeks} semanas, los mismos días de la semana se vendieron al ${percent(sold)} (${days} días). Estos van por el ${percent(taken)}.`;
  if (sold >= 0.85) return `${facts} Suelen llenarse: mantenga el precio.`;
  if (taken >= sold) return `${facts} Ya se venden mejor que de costumbre: no hace falta un descuento.`;
  if (sold <= 0.4) return `${facts} Suelen sobrar: un descuento o una bonificación puede llenarlos.`;
  return facts;
};
