import type { Meta, StoryObj } from '@storybook/react-vite';
import { WaveShape } from './wave-shape.tsx';

const meta = {
  title: 'Multimedia/Forma de onda',
  component: WaveShape,
  decorators: [
    (Shape) => (
      <div style={{ blockSize: '6rem' }}>
        <Shape />
      </div>
    ),
  ],
} satisfies Meta<typeof WaveShape>;

export default meta;

export const PartlyPlayed: StoryObj<typeof meta> = {
  args: {
    peaks: Array.from({ length: 200 }, (_, at) => Math.round(Math.abs(Math.sin(at / 9)) * 255)),
    played: 0.4,
  },
};
