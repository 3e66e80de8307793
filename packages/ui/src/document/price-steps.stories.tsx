import type { Meta, StoryObj } from '@storybook/react-vite';
import { PriceSteps } from './price-steps.tsx';

const meta: Meta<typeof PriceSteps> = {
  title: 'Pantallas/Documento/Pasos del precio',
  component: PriceSteps,
};
export default meta;

type Story = StoryObj<typeof PriceSteps>;

const rows = [
  { label: 'Precio del espacio', how: 'Tarifario 2027', value: 'RD$4,500.00' },
  { label: 'Horario estelar', how: '+20 %', value: 'RD$5,400.00' },
  { label: 'Diciembre', how: '+20 %, por 5 de 10 días', value: 'RD$5,940.00' },
  { label: 'Bruto', how: '10 × RD$5,940.00 por cuña', value: 'RD$59,400.00', isResult: true },
  { label: 'Neto', how: '', value: 'RD$59,400.00', isResult: true },
  { label: 'Impuesto', how: '18 %', value: 'RD$10,692.00' },
  { label: 'Total', how: '', value: 'RD$70,092.00', isResult: true },
] as const;

export const Steps: Story = { args: { explanation: { rows, isCurrent: true } } };

export const Changed: Story = { args: { explanation: { rows, isCurrent: false } } };
