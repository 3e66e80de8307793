import type { DashboardChoice } from '@pauta/domain/home/dashboard/dashboard-card.ts';
import { isId } from '@pauta/domain/kinds/reference.ts';
import { forecastPeriods } from '@pauta/domain/sales/pipeline/forecast.ts';
import { useSearchParams } from '@pauta/ui/router.ts';

const records = ['company', 'division', 'seller'] as const;

/**
 * The filters of the Dashboard, kept in its address. A value that is not one is ignored.
 *
 * @example const [choice, choose] = useChoice(); choose('seller', id);
 */
export function useChoice(): readonly [
  DashboardChoice,
  (name: keyof DashboardChoice, value: string) => void,
] {
  const [parameters, setParameters] = useSearchParams();
  const period = parameters.get('period') ?? '';
  const choice: DashboardChoice = {
    period: Object.hasOwn(forecastPeriods, period) ? (period as DashboardChoice['period']) : 'month',
    ...Object.fromEntries(
      records.flatMap((name) => {
        const value = parameters.get(name);
        return value !== null && isId(value) ? [[name, value]] : [];
      }),
    ),
  };
  const choose = (name: keyof DashboardChoice, value: string): void =>
    setParameters(
      (before) => {
        const next = new URLSearchParams(before);
        if (value === '' || (name === 'period' && value === 'month')) next.delete(name);
        else next.set(name, value);
        return next;
      },
      { replace: true },
    );
  return [choice, choose];
}
