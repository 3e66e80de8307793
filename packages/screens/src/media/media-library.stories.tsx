import { mediaFiles } from '@pauta/domain/media/files/media-file.ts';
import { StoryHost } from '@pauta/ui/testing/story-host.tsx';
import type { Meta, StoryObj } from '@storybook/react-vite';
import type { ReactElement } from 'react';
import { MediaPreview } from '../previews/media-preview.tsx';
import { peaks, sound } from './media-fixtures.ts';
import { Audio } from './media-library.tsx';

const meta = {
  title: 'Multimedia/Biblioteca',
  component: Audio,
  tags: ['every-width'],
} satisfies Meta<typeof Audio>;

export default meta;
type Story = StoryObj;

const records = [
  sound(1),
  sound(2, { title: 'Cuña de temporada con un nombre largo, para ver cómo se corta en una tarjeta' }),
  sound(3, { status: 'processing', duration_sec: null }),
  sound(4, {
    status: 'rejected',
    refusal: 'El audio está incompleto. Expórtelo de nuevo y súbalo.',
    duration_sec: null,
  }),
];

const Library = ({ search = '' }: { search?: string }): ReactElement => (
  <StoryHost
    always={(path) => (path.endsWith('/waveform') ? { status: 200, body: { data: { peaks } } } : undefined)}
    mount="/multimedia/audio"
    path={`/multimedia/audio${search}`}
    permissions={['media.view_all', 'media.create', 'media.update_all']}
    records={records}
    resource={mediaFiles}
  >
    <Audio />
  </StoryHost>
);

export const Rows: Story = { render: () => <Library /> };

export const Grid: Story = { render: () => <Library search="?vista=cuadricula" /> };

export const Refused: Story = {
  render: () => (
    <StoryHost>
      <MediaPreview record={records[3] ?? sound(4)} />
    </StoryHost>
  ),
};
