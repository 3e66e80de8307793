import mediaInfoFactory, { type GeneralTrack, type MediaInfoResult, type Track } from 'mediainfo.js';
import { drawFilm } from './decoding/film.ts';
import type { MediaSource } from './decoding/media-source.ts';
import { Unreadable } from './decoding/open-container.ts';
import { measureSound, type SoundFacts } from './measure-sound.ts';
import { checkPixels, type Measured, noFacts, Refused } from './measured.ts';

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

/** What was made of a part of a file, or why nothing was. */
type Tried<T> = { readonly made: T } | { readonly why: string };

/** Tries to read a part of a file that the rest does not depend on. @throws Refused */
const tried = async <T>(work: () => Promise<T>): Promise<Tried<T>> => {
  try {
    return { made: await work() };
  } catch (error) {
    if (error instanceof Refused) throw error;
    return { why: error instanceof Unreadable ? error.message : 'no se pudo decodificar' };
  }
};

const tooMuch = { why: 'decodificarlo pide demasiado tiempo o memoria' } as const;

/** What could not be measured, as sentences. */
const unmeasuredOf = (parts: readonly (readonly [string, Tried<unknown>])[]): string | null =>
  parts
    .flatMap(([what, part]) => ('why' in part ? `No se ${what}: ${part.why}.` : []))
    .join(' ')
    .slice(0, 400) || null;

/**
 * Measures a video or a sound.
 *
 * @param decodes whether its sound and its frames are read, too
 * @throws Refused
 */
export const measureStream = async (
  source: MediaSource,
  mime: string,
  decodes: boolean,
): Promise<Measured> => {
  const isVideo = mime.startsWith('video/');
  const what = isVideo ? 'video' : 'audio';
  const hear = (): Promise<Tried<SoundFacts | undefined>> | typeof tooMuch =>
    decodes ? tried(() => measureSound(source, mime)) : tooMuch;
  // Before anything else: a WAV file without its end is named as such.
  const isHeardFirst = mime.endsWith('wav') || mime === 'audio/mpeg';
  const first: Tried<SoundFacts | undefined> = isHeardFirst ? await hear() : { made: undefined };
  const tracks: readonly Track[] = (await read(source)).media?.track ?? [];
  const general = tracks.find((track) => track['@type'] === 'General');
  const video = tracks.find((track) => track['@type'] === 'Video');
  const audio = tracks.find((track) => track['@type'] === 'Audio');
  if (general?.['@type'] !== 'General') throw damaged(what);
  if (isTruncated(general) && !endsAnywhere.has(mime)) throw damaged(what);
  const early = 'made' in first ? first.made?.seconds : undefined;
  if (decimal(early ?? general.Duration) === null && mime !== 'audio/aac') throw damaged(what);
  if (!isVideo && !audio) throw new Refused('El archivo no tiene sonido. Expórtelo de nuevo y súbalo.');
  if (isVideo && (video?.['@type'] !== 'Video' || !video.Width || !video.Height))
    throw new Refused('El archivo no tiene imagen. Si es un audio, expórtelo como MP3 o WAV.');
  if (video?.['@type'] === 'Video') checkPixels(video.Width ?? 1, video.Height ?? 1);
  const heard = audio && !isHeardFirst ? await hear() : first;
  const sound = 'made' in heard ? heard.made : undefined;
  const ownSeconds = endsAnywhere.has(mime) || isHeardFirst ? sound?.seconds : undefined;
  const duration = decimal(ownSeconds ?? general.Duration);
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
    loudness_lufs: sound?.loudness === undefined ? null : sound.loudness.toFixed(1),
  };
  const loudness = ['pudo medir la sonoridad', heard] as const;
  if (!isVideo || video?.['@type'] !== 'Video')
    return {
      facts: { ...shared, unmeasured: unmeasuredOf([loudness]) },
      thumbnail: null,
      strip: null,
      peaks: sound?.peaks ?? null,
      photo: null,
    };
  const film = decodes ? await tried(() => drawFilm(source, Number(duration))) : tooMuch;
  const drawn = 'made' in film ? film.made : undefined;
  const isTurned = [90, 270].includes(Math.round(Number(video.Rotation ?? 0)));
  return {
    facts: {
      ...shared,
      width_px: (isTurned ? video.Height : video.Width) ?? null,
      height_px: (isTurned ? video.Width : video.Height) ?? null,
      fps: decimal(video.FrameRate ?? general.FrameRate),
      unmeasured: unmeasuredOf([loudness, ['pudieron ver sus cuadros', film]]),
    },
    thumbnail: drawn?.poster ?? null,
    strip: drawn?.strip ?? null,
    peaks: null,
    photo: null,
  };
};
