import { uuid } from '@pauta/ui/testing/contract.ts';
import { StoryHost } from '@pauta/ui/testing/story-host.tsx';
import type { Meta, StoryObj } from '@storybook/react-vite';
import { SoundPlayer } from './sound-player.tsx';
import { VideoPlayer } from './video-player.tsx';

const meta = {
  title: 'Multimedia/Reproductores',
  tags: ['every-width'],
} satisfies Meta;

export default meta;

const peaks = Array.from({ length: 120 }, (_, at) => Math.round(Math.abs(Math.sin(at / 9)) * 255));

/** An empty sound, so that the page needs no file of its own. */
const silence = 'data:audio/wav;base64,UklGRiQAAABXQVZFZm10IBAAAAABAAEAQB8AAIA+AAACABAAZGF0YQAAAAA=';

const video = (seconds: number | null): StoryObj => ({
  render: () => (
    <StoryHost always={{ status: 200, body: {} }}>
      <VideoPlayer id={uuid(1)} seconds={seconds} title="Spot de aniversario" url={silence} />
    </StoryHost>
  ),
});

/** The film strip below the video is its time line. */
export const Video: StoryObj = video(75.4);

/** Of what could not be measured there is only the video. */
export const VideoNotMeasured: StoryObj = video(null);

export const Sound: StoryObj = {
  render: () => (
    <StoryHost always={{ status: 200, body: { data: { peaks } } }}>
      <SoundPlayer id={uuid(2)} seconds={31.2} title="Cuña de aniversario" url={silence} />
    </StoryHost>
  ),
};
