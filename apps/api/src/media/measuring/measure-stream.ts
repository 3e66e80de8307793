import mediaInfoFactory, { type GeneralTrack, type MediaInfoResult, type Track } from 'mediainfo.js';
import { measureSound } from './measure-sound.ts';
import { checkPixels, type Measured, noFacts, Refused } from './measured.ts';
import type { MediaSource } from './media-source.ts';

const names: Readonly<Record<string, string>> = {
  AVC: 'H.264',
  HEVC: 'H.265',
  'MPEG-4 Visual': 'MPEG-4',
  'MPEG Video': 'MPEG-2',
};

const codecOf = (track: Track & { Format?: string; Format_Profile?: string }): string | undefined =>
  track.Format === 'MPEG Audio' && track.Format_Profile === 'Layer 3'
    ? 'MP3'
    : (names[track.Format ?? ''] ?? track.Format);

const damaged = (what: string) =>
  new Refused(`El ${what} está dañado o incompleto. Expórtelo de nuevo y súbalo.`);

const read = async (source: MediaSource): Promise<MediaInfoResult> => {
  const info = await mediaInfoFactory({ format: 'object' });
  try {
    return await info.analyzeData(source.size, (length, offset) => source.read(offset, length));
  } finally {
    info.close();
  }
};

/** Streams of MPEG audio may end anywhere; the other formats say how long they are. */
const endsAnywhere = new Set(['audio/mpeg', 'audio/aac']);

const isTruncated = ({ extra }: GeneralTrack): boolean =>
  (extra as { IsTruncated?: string } | undefined)?.IsTruncated === 'Yes';

/** A number of seconds or frames; what is not one is left out. */
const decimal = (value: number | undefined): string | null =>
  value !== undefined && Number.isFinite(value) && value > 0 && value < 1e9 ? value.toFixed(3) : null;

/** Measures a video or a sound. @throws Refused */
export const measureStream = async (source: MediaSource, mime: string): Promise<Measured> => {
  const isVideo = mime.startsWith('video/');
  const what = isVideo ? 'video' : 'audio';
  // Before anything else: a WAV file without its end is named as such.
  const sound = isVideo ? undefined : await measureSound(source, mime);
  const tracks: readonly Track[] = (await read(source)).media?.track ?? [];
  const general = tracks.find((track) => track['@type'] === 'General');
  const video = tracks.find((track) => track['@type'] === 'Video');
  const audio = tracks.find((track) => track['@type'] === 'Audio');
  if (general?.['@type'] !== 'General') throw damaged(what);
  if (isTruncated(general) && !endsAnywhere.has(mime)) throw damaged(what);
  const duration = decimal(sound?.seconds ?? general.Duration);
  if (duration === null) throw damaged(what);
  const shared = {
    ...noFacts,
    duration_sec: duration,
    bitrate_kbps: general.OverallBitRate ? Math.round(general.OverallBitRate / 1000) : null,
    codec:
      [video, audio]
        .flatMap((track) => (track && codecOf(track)) ?? [])
        .join(' · ')
        .slice(0, 60) || null,
  };
  if (!isVideo) {
    if (!audio) throw new Refused('El archivo no tiene sonido. Expórtelo de nuevo y súbalo.');
    const loudness = sound?.loudness;
    return {
      facts: { ...shared, loudness_lufs: loudness === undefined ? null : loudness.toFixed(1) },
      thumbnail: null,
      peaks: sound?.peaks ?? null,
      photo: null,
    };
  }
  if (video?.['@type'] !== 'Video' || !video.Width || !video.Height)
    throw new Refused('El archivo no tiene imagen. Si es un audio, expórtelo como MP3 o WAV.');
  checkPixels(video.Width, video.Height);
  const isTurned = [90, 270].includes(Math.round(Number(video.Rotation ?? 0)));
  return {
    facts: {
      ...shared,
      width_px: isTurned ? video.Height : video.Width,
      height_px: isTurned ? video.Width : video.Height,
      fps: decimal(video.FrameRate ?? general.FrameRate),
    },
    thumbnail: null,
    peaks: null,
    photo: null,
  };
};
