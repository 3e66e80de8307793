import { mediaFiles } from '@pauta/domain/media/files/media-file.ts';
import { StoryHost } from '@pauta/ui/testing/story-host.tsx';
import type { Meta, StoryObj } from '@storybook/react-vite';
import type { ReactElement } from 'react';
import { MediaPreview } from '../previews/media-preview.tsx';
import { CompareVersions } from './compare-versions.tsx';
import { peaks, sound } from './media-fixtures.ts';
import { Audio } from './media-library.tsx';
import { MediaUsage } from './media-usage.tsx';
import { MediaVersions } from './media-versions.tsx';
import { ShareMedia } from './share-media.tsx';

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

export const Versions: Story = {
  render: () => (
    <StoryHost
      always={{
        status: 200,
        body: {
          data: {
            versions: [
              {
                version: 1,
                file: { id: records[0]?.id, name: 'cuna-v1.wav', mime: 'audio/wav', bytes: 2_400_000 },
                width_px: null,
                height_px: null,
                duration_sec: '30.000',
                approved_at: '2026-10-02T13:00:00Z',
                approved_by: 'Ana Pérez',
                replaced_at: '2026-10-05T13:00:00Z',
                replaced_by: 'Luis Núñez',
              },
            ],
            links: [],
          },
        },
      }}
    >
      <MediaVersions media={records[0] ?? sound(1)} />
    </StoryHost>
  ),
};

export const Usage: Story = {
  render: () => (
    <StoryHost
      always={{
        status: 200,
        body: {
          data: {
            total: 14,
            places: [
              {
                label: 'Contratos',
                count: 1,
                records: [{ title: 'Campaña de temporada', path: '/ventas/contratos/1' }],
              },
              {
                label: 'Colocaciones',
                count: 13,
                records: [
                  { title: 'Cuña de 30 s en el noticiero de la mañana', path: '/postventa/gestion-cupos/1' },
                ],
              },
            ],
          },
        },
      }}
    >
      <MediaUsage media={records[0] ?? sound(1)} />
    </StoryHost>
  ),
};

export const Compare: Story = {
  render: () => (
    <StoryHost always={{ status: 200, body: { data: {} } }}>
      <CompareVersions
        media={sound(1, { version: 2 })}
        onClose={() => {}}
        version={{
          version: 1,
          file: { id: sound(2).id, name: 'cuna-v1.wav', mime: 'audio/wav', bytes: 2_400_000 },
          width_px: null,
          height_px: null,
          duration_sec: '30.000',
          approved_at: null,
          approved_by: null,
          replaced_at: '2026-10-05T13:00:00Z',
          replaced_by: 'Luis Núñez',
        }}
      />
    </StoryHost>
  ),
};

export const Share: Story = {
  render: () => (
    <StoryHost permissions={['media.view_all', 'media.update_all']} resource={mediaFiles}>
      <ShareMedia onClose={() => {}} record={records[0] ?? sound(1)} />
    </StoryHost>
  ),
};
