import { opportunities } from '@pauta/domain/sales/opportunities/opportunity.ts';
import type { ForecastRow } from '@pauta/domain/sales/pipeline/forecast.ts';
import { forecastSnapshots } from '@pauta/domain/sales/pipeline/forecast-snapshot.ts';
import { uuid } from '@pauta/ui/testing/contract.ts';
import { StoryHost } from '@pauta/ui/testing/story-host.tsx';
import type { Meta, StoryObj } from '@storybook/react-vite';
import { PipelineForecast } from './pipeline-forecast.tsx';

const meta = {
  title: 'Oportunidades/Pronóstico',
  component: PipelineForecast,
  tags: ['every-width'],
} satisfies Meta<typeof PipelineForecast>;

export default meta;
type Story = StoryObj;

const ana: ForecastRow = {
  user_id: uuid(91),
  user: 'Ana Peñaló',
  currency: 'DOP',
  goal: '3500000.00',
  signed: '1250000.00',
  to_deliver: '640000.00',
  weighted: '900000.00',
  commit: '1800000.00',
};
const luis: ForecastRow = {
  ...ana,
  user_id: uuid(92),
  user: 'Luis Núñez',
  goal: null,
  signed: '480000.00',
  commit: null,
};

const forecast = (
  rows: readonly ForecastRow[],
  permissions: readonly string[] = [
    ...Object.values(opportunities.permissions),
    ...Object.values(forecastSnapshots.permissions),
  ],
): Story => ({
  render: () => (
    <StoryHost
      always={{ status: 200, body: { data: { from: '2026-11-01', to: '2026-11-30', rows } } }}
      mount="/ventas/pipeline"
      path="/ventas/pipeline?vista=pronostico"
      permissions={permissions}
      resource={opportunities}
    >
      <PipelineForecast />
    </StoryHost>
  ),
});

export const TwoCurrencies: Story = {
  name: 'Dos monedas',
  ...forecast([ana, luis, { ...ana, currency: 'USD', goal: '40000.00', signed: '52000.00' }]),
};

export const Nothing: Story = { name: 'Nada aún', ...forecast([]) };

export const WithoutPermission: Story = { name: 'Sin permiso', ...forecast([], []) };
