export interface DatePreset {
  readonly label: string;
  /** First and last day, `YYYY-MM-DD`. */
  readonly from: string;
  readonly to: string;
}

const civil = (year: number, month: number, day: number): string =>
  new Date(Date.UTC(year, month, day)).toISOString().slice(0, 10);

/** The ranges people ask for most, seen from `today` in the reader's time zone. */
export function datePresets(today: Date): readonly DatePreset[] {
  const [year, month, day] = [today.getFullYear(), today.getMonth(), today.getDate()];
  return [
    { label: 'Hoy', from: civil(year, month, day), to: civil(year, month, day) },
    { label: '7 días', from: civil(year, month, day - 6), to: civil(year, month, day) },
    { label: 'Este mes', from: civil(year, month, 1), to: civil(year, month + 1, 0) },
    { label: 'Mes pasado', from: civil(year, month - 1, 1), to: civil(year, month, 0) },
    { label: 'Este año', from: civil(year, 0, 1), to: civil(year, 11, 31) },
  ];
}
