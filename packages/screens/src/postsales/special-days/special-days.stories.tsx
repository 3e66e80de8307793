import type { Meta, StoryObj } from '@storybook/react-vite';
import { DisplacedList, VerdictList } from './effect-lists.tsx';
import { someDisplaced, someVerdicts } from './special-days-fixtures.ts';

const meta = {
  title: 'Postventa/Días especiales',
  tags: ['every-width'],
} satisfies Meta;

export default meta;
type Story = StoryObj;

export const Displaced: Story = { render: () => <DisplacedList displaced={someDisplaced} /> };
export const NothingDisplaced: Story = { render: () => <DisplacedList displaced={[]} /> };
export const Verdicts: Story = { render: () => <VerdictList verdicts={someVerdicts} /> };
