import type { Meta, StoryObj } from '@storybook/react-vite';
import { UploadQueue } from './upload-queue.tsx';
import type { QueuedUpload } from './use-upload-queue.ts';

const meta = { title: 'Carga/UploadQueue', component: UploadQueue } satisfies Meta<typeof UploadQueue>;

export default meta;
type Story = StoryObj<typeof meta>;

const nothing = (): void => {};

const file = new File(['x'], 'x.mp4', { type: 'video/mp4' });

const line = (name: string, values: Partial<QueuedUpload>): QueuedUpload => ({
  key: name,
  name,
  bytes: 734_003_200,
  file,
  part: 0,
  state: 'waiting',
  failure: null,
  id: null,
  ...values,
});

const args = (uploads: readonly QueuedUpload[]) => ({
  accept: ['video/mp4'],
  kinds: 'Videos MP4, WebM o MOV',
  maxBytes: 4 * 1024 ** 3,
  queue: { uploads, add: nothing, pause: nothing, resume: nothing, cancel: nothing, clear: nothing },
});

export const Empty: Story = { args: args([]) };

export const Running: Story = {
  args: args([
    line('Campaña de verano 30 s.mp4', { state: 'sending', part: 0.42 }),
    line('Campaña de verano 15 s.mp4', { state: 'offline', part: 0.7 }),
    line('Institucional.mp4', { state: 'saving', part: 1 }),
    line('Promoción de diciembre.mp4', {}),
    line('Cierre.mp4', { state: 'paused', part: 0.25 }),
    line('Saludo.mp4', { state: 'done', part: 1 }),
    line('Carta.mp4', {
      state: 'failed',
      failure: 'Este mismo archivo ya está en la biblioteca como «Carta de ajuste».',
    }),
    line('Documental.mp4', { state: 'unfinished', file: null, part: 0.6 }),
  ]),
};
