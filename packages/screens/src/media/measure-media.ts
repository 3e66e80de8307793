import { mediaKindOf } from '@pauta/domain/media/files/media-file.ts';
import type { Values } from '@pauta/domain/resource/resource.ts';

const loaded = (element: HTMLElement, event: string): Promise<boolean> =>
  new Promise((resolve) => {
    element.addEventListener(event, () => resolve(true), { once: true });
    element.addEventListener('error', () => resolve(false), { once: true });
  });

const seconds = (duration: number): Values =>
  Number.isFinite(duration) && duration > 0 ? { duration_sec: duration.toFixed(3) } : {};

const size = (width: number, height: number): Values =>
  width > 0 && height > 0 ? { width_px: width, height_px: height } : {};

/**
 * Size and duration of a media file, as far as this browser can read it; empty otherwise.
 *
 * @example await measureMedia(file) // { width_px: 1920, height_px: 1080, duration_sec: '30.033' }
 */
export async function measureMedia(file: File): Promise<Values> {
  const kind = mediaKindOf(file.type);
  const url = URL.createObjectURL(file);
  try {
    if (kind === 'image') {
      const image = new Image();
      const isRead = loaded(image, 'load');
      image.src = url;
      return (await isRead) ? size(image.naturalWidth, image.naturalHeight) : {};
    }
    if (kind === 'video') {
      const video = document.createElement('video');
      const isRead = loaded(video, 'loadedmetadata');
      video.preload = 'metadata';
      video.src = url;
      return (await isRead)
        ? { ...size(video.videoWidth, video.videoHeight), ...seconds(video.duration) }
        : {};
    }
    if (kind === 'audio') {
      const audio = new Audio();
      const isRead = loaded(audio, 'loadedmetadata');
      audio.preload = 'metadata';
      audio.src = url;
      return (await isRead) ? seconds(audio.duration) : {};
    }
    return {};
  } finally {
    URL.revokeObjectURL(url);
  }
}
