export interface DatePreset {
  readonly label: string;
  /** First and last day, `YYYY-MM-DD`. */
  readonly from: string;
  readonly to: string;
}

const civil = (year: number, month: number, day: number): string =>
  new Date(Date.UTC(year, month - 1, day)).toISOString().slice(0, 10);

/** Common ranges, relative to today. */
export function datePresets(today: string): readonly DatePreset[] {
  const [year = 0, month = 1, day = 1] = today.split('-').map(Number);
  return [
    { label: 'Hoy', from: today, to: today },
    { label: '7 días', from: civil(year, month, day - 6), to: today },
    { label: 'Este mes', from: civil(year, month, 1), to: civil(year, month + 1, 0) },
    { label: 'Mes pasado', from: civil(year, month - 1, 1), to: civil(year, month, 0) },
    ...[30, 60, 90].map((days) => ({
      label: `Próximos ${days} días`,
      from: today,
      to: civil(year, month, day + days),
    })),
    { label: 'Este año', from: civil(year, 1, 1), to: civil(year, 12, 31) },
  ];
}
