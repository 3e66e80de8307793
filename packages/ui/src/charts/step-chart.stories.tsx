import { StepChart } from './step-chart.tsx';

export default { title: 'Gráficos/Escalones' };

const step = (from: string, to: string | null, value: number) => ({
  from,
  to,
  value,
});

/** Prices of a space in two kinds of lists. */
export const Prices = {
  render: () => (
    <StepChart
      format={(value) => `RD$${value}`}
      series={[
        {
          key: 'general',
          label: 'Tarifario general',
          steps: [step('2025-01-01', '2025-12-31', 4500), step('2026-01-01', null, 5200)],
        },
        { key: 'government', label: 'Gubernamental', steps: [step('2025-06-01', null, 3900)] },
      ]}
      title="Precio por cuña"
      until="2026-12-31"
    />
  ),
};
