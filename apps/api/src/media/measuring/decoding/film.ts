import type { VideoFrame } from '@napi-rs/webcodecs';
import { EncodedPacketSink, type InputVideoTrack } from 'mediabunny';
import sharp, { type Sharp } from 'sharp';
import type { MediaSource } from './media-source.ts';
import { loadCodecs, Unreadable, untilReady, withContainer } from './open-container.ts';

/** What is drawn of a video. */
export interface Film {
  /** The frame at a tenth of its duration, as WebP. */
  readonly poster: Buffer;
  /** Frames side by side, at equal distances, as WebP. */
  readonly strip: Buffer;
}

interface Shape {
  readonly width: number;
  readonly height: number;
}

const frames = 10;
const posterSide = 480;
const stripHeight = 90;
/** Larger frames take more memory than one file may. */
const mostPixels = 4096 * 2304;
/** Packets after a key frame that are decoded to come near to a moment; none of large frames, of which each takes much. */
const mostPackets = ({ width, height }: Shape): number => (width * height > 1280 * 720 ? 0 : 60);
/** Milliseconds after which only key frames are decoded, and after which none is any more. */
const patience = { exact: 4000, any: 12_000 } as const;

const isTooLarge = (width: number, height: number): boolean => width * height > mostPixels;
const tooLarge = () => new Unreadable('miden más de lo que se puede decodificar aquí');

/** The pixels of a frame, as they are shown. */
const pictureOf = async (frame: VideoFrame, shape: Shape): Promise<Sharp> => {
  const { width, height } = frame.visibleRect;
  if (isTooLarge(frame.codedWidth, frame.codedHeight)) throw tooLarge();
  const pixels = new Uint8Array(frame.allocationSize({ format: 'RGBX' }));
  await frame.copyTo(pixels, { format: 'RGBX' });
  return sharp(pixels, { raw: { width, height, channels: 4 } })
    .removeAlpha()
    .resize(shape.width, shape.height, { fit: 'fill' });
};

/** Sides that fit into a square, before the frame is turned. */
const within = ({ width, height }: Shape, most: number): Shape => {
  const scale = Math.min(1, most / Math.max(width, height));
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
};

type Look = (time: number, most: number, use: (frame: VideoFrame) => Promise<void>) => Promise<void>;

/** Finds the frame shown at a moment, or one shortly before it. */
const createLook = async (track: InputVideoTrack): Promise<Look> => {
  const { VideoDecoder, EncodedVideoChunk } = await loadCodecs();
  const config = await track.getDecoderConfig();
  if (!config || !(await VideoDecoder.isConfigSupported(config as never)).supported)
    throw new Unreadable('su códec no se puede leer');
  const sink = new EncodedPacketSink(track);
  return async (time, most, use) => {
    let packet = (await sink.getKeyPacket(time)) ?? (await sink.getFirstKeyPacket());
    if (!packet) throw new Unreadable('el video no tiene cuadros');
    let best: VideoFrame | undefined;
    let failure: unknown;
    const decoder = new VideoDecoder({
      output: (frame) => {
        const isNearer = !best || (frame.timestamp <= time * 1e6 && frame.timestamp >= best.timestamp);
        (isNearer ? best : frame)?.close();
        if (isNearer) best = frame;
      },
      error: (error) => {
        failure = error;
      },
    });
    try {
      decoder.configure({
        ...config,
        hardwareAcceleration: 'prefer-software',
        optimizeForLatency: true,
      } as never);
      for (let count = 0; packet && count <= most; count += 1) {
        if (count > 0 && packet.timestamp > time) break;
        decoder.decode(
          new EncodedVideoChunk({
            type: packet.type as never,
            timestamp: packet.microsecondTimestamp,
            duration: packet.microsecondDuration,
            data: packet.data,
          }),
        );
        await untilReady(decoder, 0);
        packet = await sink.getNextPacket(packet);
      }
      await decoder.flush().catch((error: unknown) => {
        failure = error;
      });
      if (!best) throw new Unreadable(failure === undefined ? 'el video no tiene cuadros' : 'están dañados');
      await use(best);
    } finally {
      best?.close();
      if (decoder.state !== 'closed') decoder.close();
    }
  };
};

/**
 * Draws the poster and the film strip of a video. Frames after the first few seconds of work are those of the nearest key
 * frame, and what takes longer is left out: the rest of the strip repeats its last frame.
 *
 * @throws Unreadable when no frame can be decoded
 */
export const drawFilm = (source: MediaSource, seconds: number): Promise<Film> =>
  withContainer(source, async (input) => {
    const track = await input.getPrimaryVideoTrack();
    if (!track) throw new Unreadable('el video no tiene cuadros');
    if (isTooLarge(await track.getCodedWidth(), await track.getCodedHeight())) throw tooLarge();
    const started = Date.now();
    const look = await createLook(track);
    const turn = await track.getRotation();
    const shape = {
      width: await track.getSquarePixelWidth(),
      height: await track.getSquarePixelHeight(),
    };
    const isSide = turn % 180 !== 0;
    const small = within(
      shape,
      (stripHeight * Math.max(shape.width, shape.height)) / (isSide ? shape.width : shape.height),
    );

    let poster: Buffer | undefined;
    await look(seconds / 10, mostPackets(shape), async (frame) => {
      poster = await (await pictureOf(frame, within(shape, posterSide)))
        .rotate(turn)
        .webp({ quality: 75 })
        .toBuffer();
    });
    const cells: Buffer[] = [];
    for (let at = 0; at < frames; at += 1) {
      const spent = Date.now() - started;
      if (spent > patience.any && cells.length > 0) {
        cells.push(cells[cells.length - 1] as Buffer);
        continue;
      }
      await look(
        (seconds * (at + 0.5)) / frames,
        spent < patience.exact ? mostPackets(shape) : 0,
        async (frame) => {
          cells.push(await (await pictureOf(frame, small)).rotate(turn).removeAlpha().raw().toBuffer());
        },
      );
    }
    const cell = isSide ? { width: small.height, height: small.width } : small;
    const strip = await sharp({
      create: { width: cell.width * frames, height: cell.height, channels: 3, background: '#000' },
    })
      .composite(
        cells.map((one, at) => ({
          input: one,
          raw: { ...cell, channels: 3 as const },
          left: at * cell.width,
          top: 0,
        })),
      )
      .webp({ quality: 60 })
      .toBuffer();
    if (!poster) throw new Unreadable('el video no tiene cuadros');
    return { poster, strip };
  });
