// @vitest-environment happy-dom
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import axe from 'axe-core';
import { expect, onTestFinished, test, vi } from 'vitest';
import * as stories from './players.stories.tsx';

const show = (story: { readonly render?: unknown }): HTMLElement => {
  const { container, unmount } = render((story.render as () => React.ReactElement)());
  onTestFinished(unmount);
  return container;
};

test('one moves in a video along its film strip, by keyboard and by pointer', async () => {
  const container = show(stories.Video);
  const line = await screen.findByRole('slider', { name: 'Posición en «Spot de aniversario»' });
  const video = container.querySelector('video') as HTMLVideoElement;
  const said = (): string | null => line.getAttribute('aria-valuetext');
  expect(said()).toBe('0 s de 1 min 15 s');
  fireEvent.keyDown(line, { key: 'PageUp' });
  fireEvent.keyDown(line, { key: 'ArrowLeft' });
  await waitFor(() => expect(said()).toBe('9 s de 1 min 15 s'));
  fireEvent.keyDown(line, { key: 'End' });
  await waitFor(() => expect(said()).toBe('1 min 15 s de 1 min 15 s'));
  line.getBoundingClientRect = () => ({ left: 100, width: 200 }) as DOMRect;
  fireEvent.pointerDown(line, { clientX: 200 });
  await waitFor(() => expect(video.currentTime).toBeCloseTo(37.7));
  fireEvent.pointerDown(line, { clientX: 20 });
  await waitFor(() => expect(video.currentTime).toBe(0));
  expect((await axe.run(container)).violations).toEqual([]);
});

test('the space bar plays and pauses; other keys are left to the page', async () => {
  const container = show(stories.Sound);
  const line = await screen.findByRole('slider', { name: 'Posición en «Cuña de aniversario»' });
  const audio = container.querySelector('audio') as HTMLAudioElement;
  const play = vi.spyOn(audio, 'play').mockResolvedValue();
  expect(fireEvent.keyDown(line, { key: ' ' })).toBe(false);
  expect(play).toHaveBeenCalledOnce();
  expect(fireEvent.keyDown(line, { key: 'Tab' })).toBe(true);
  expect((await axe.run(container)).violations).toEqual([]);
});

test('what could not be measured has a video and no time line', async () => {
  const container = show(stories.VideoNotMeasured);
  await waitFor(() => expect(container.querySelector('video')).not.toBeNull());
  expect(screen.queryByRole('slider')).toBeNull();
  expect((await axe.run(container)).violations).toEqual([]);
});
