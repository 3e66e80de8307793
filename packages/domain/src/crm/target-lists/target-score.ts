/** Known facts of an account for its score; days are whole days before today. */
export interface ScoreFacts {
  readonly purpose: string;
  /** State of the client; null for a prospect without a record. */
  readonly clientStatus: string | null;
  readonly creditStatus: string | null;
  /** Category of the client, by its code and name. */
  readonly category: { readonly code: string; readonly name: string } | null;
  /** Whether a contact of the account can be called or written to. */
  readonly isReachable: boolean;
  readonly hasTaxId: boolean;
  /** Days since the last activity with it, in follow-up or in a target list; null: never. */
  readonly idleDays: number | null;
  /** How its last follow-up ended; null: there was none. */
  readonly lastResult: {
    readonly name: string;
    readonly isPositive: boolean;
    readonly closes: boolean;
  } | null;
  /** Days since the client was recorded; null for a prospect without a record. */
  readonly ageDays: number | null;
}

export interface ScoreReason {
  readonly reason: string;
  /** Points added to the score, or subtracted from it. */
  readonly points: number;
}

export interface Score {
  /** 0 to 100. */
  readonly score: number;
  readonly reasons: readonly ScoreReason[];
}

/** Score of an account without known facts. */
const base = 40;

/** The state of a client that suits the purpose of a list. */
const wanted: Readonly<Record<string, { readonly status: string; readonly reason: string }>> = {
  acquisition: { status: 'prospect', reason: 'Es un prospecto por captar' },
  win_back: { status: 'inactive', reason: 'Es un cliente inactivo por recuperar' },
  growth: { status: 'active', reason: 'Es un cliente activo que puede crecer' },
  season: { status: 'active', reason: 'Es un cliente activo' },
  launch: { status: 'active', reason: 'Es un cliente activo' },
};

const credit: Readonly<Record<string, ScoreReason>> = {
  active: { reason: 'Crédito activo', points: 10 },
  in_review: { reason: 'Crédito en revisión', points: -5 },
  on_hold: { reason: 'Crédito retenido', points: -20 },
  blocked: { reason: 'Crédito bloqueado', points: -30 },
};

const categories: Readonly<Record<string, number>> = { ESTRATEGICO: 15, A: 10, B: 5 };

const ofStatus = ({ purpose, clientStatus }: ScoreFacts): ScoreReason[] => {
  if (clientStatus === null) {
    return purpose === 'acquisition' ? [{ reason: 'Es un prospecto por captar', points: 15 }] : [];
  }
  if (clientStatus === 'blocked') return [{ reason: 'El cliente está bloqueado', points: -30 }];
  const want = wanted[purpose];
  return want?.status === clientStatus ? [{ reason: want.reason, points: 15 }] : [];
};

const ofIdleness = ({ idleDays, ageDays }: ScoreFacts): ScoreReason[] => {
  if (idleDays === null) {
    return ageDays !== null && ageDays >= 30 ? [{ reason: 'Nunca se ha atendido', points: 10 }] : [];
  }
  if (idleDays >= 90) return [{ reason: `Sin atención desde hace ${idleDays} días`, points: 15 }];
  if (idleDays >= 30) return [{ reason: `Sin atención desde hace ${idleDays} días`, points: 5 }];
  return idleDays <= 7 ? [{ reason: 'Atendida en los últimos 7 días', points: -5 }] : [];
};

const ofResult = ({ lastResult }: ScoreFacts): ScoreReason[] => {
  if (lastResult === null) return [];
  const reason = `Último resultado: «${lastResult.name}»`.slice(0, 160);
  if (lastResult.isPositive) return [{ reason, points: 10 }];
  // A lack of interest counts more than an unanswered call.
  return lastResult.closes ? [{ reason, points: -15 }] : [];
};

const ofAge = ({ clientStatus, ageDays }: ScoreFacts): ScoreReason[] => {
  if (clientStatus !== 'prospect' || ageDays === null) return [];
  if (ageDays <= 30) return [{ reason: 'Prospecto de los últimos 30 días', points: 10 }];
  return ageDays > 180 ? [{ reason: 'Prospecto desde hace más de 6 meses', points: -10 }] : [];
};

/**
 * The potential of an account from 0 to 100, with the reasons: 40 points, plus or minus points for each known fact.
 * Unknown facts have no effect.
 *
 * @example scoreOf(facts) // { score: 65, reasons: [{ reason: 'Crédito activo', points: 10 }, …] }
 */
export function scoreOf(facts: ScoreFacts): Score {
  const { creditStatus, category, isReachable, hasTaxId, clientStatus } = facts;
  const creditReason = creditStatus === null ? undefined : credit[creditStatus];
  const categoryPoints = category ? categories[category.code] : undefined;
  const reasons: ScoreReason[] = [
    ...ofStatus(facts),
    ...(creditReason ? [creditReason] : []),
    ...(category && categoryPoints !== undefined
      ? [{ reason: `Categoría «${category.name}»`.slice(0, 160), points: categoryPoints }]
      : []),
    ...(isReachable ? [{ reason: 'Tiene un contacto con correo o teléfono', points: 10 }] : []),
    ...(clientStatus !== null && !isReachable
      ? [{ reason: 'Sin contacto con correo o teléfono', points: -10 }]
      : []),
    ...(clientStatus === null && hasTaxId ? [{ reason: 'Identificación fiscal conocida', points: 5 }] : []),
    ...ofIdleness(facts),
    ...ofResult(facts),
    ...ofAge(facts),
  ];
  const sum = reasons.reduce((total, { points }) => total + points, base);
  return { score: Math.min(100, Math.max(0, sum)), reasons };
}
