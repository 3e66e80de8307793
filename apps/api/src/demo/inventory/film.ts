import type { EncodedAudioChunk, EncodedVideoChunk } from '@napi-rs/webcodecs';
import {
  BufferTarget,
  EncodedAudioPacketSource,
  EncodedPacket,
  EncodedVideoPacketSource,
  Mp4OutputFormat,
  Output,
} from 'mediabunny';
import { loadCodecs } from '../../media/measuring/decoding/open-container.ts';

const framesPerSecond = 25;
const rate = 48_000;

interface FilmOptions {
  readonly width: number;
  readonly height: number;
  readonly seconds: number;
  /** Of the tone in both channels, at most 1: with 0.1 it is as loud as −20 LUFS. Absent: without sound. */
  readonly amplitude?: number;
  /** Shade from which the film starts, from 0 to 255. */
  readonly shade?: number;
}

/** A bar that crosses a ground that grows lighter. */
const drawn = ({ width, height, seconds, shade = 40 }: FilmOptions, at: number): Buffer => {
  const pixels = Buffer.alloc(width * height * 1.5, 128);
  const part = at / (framesPerSecond * seconds);
  pixels.fill(shade + Math.round(part * (200 - shade)), 0, width * height);
  const start = Math.round(part * (width - width / 8));
  for (let row = Math.round(height / 4); row < (height * 3) / 4; row += 1)
    pixels.fill(235, row * width + start, row * width + start + Math.round(width / 8));
  // Colour, a quarter of the samples each: the two planes follow the brightness.
  const quarter = (width * height) / 4;
  pixels.fill(150 - Math.round(part * 40), width * height, width * height + quarter);
  return pixels;
};

const packetOf = (chunk: EncodedVideoChunk | EncodedAudioChunk, length: number): EncodedPacket => {
  const bytes = new Uint8Array(chunk.byteLength);
  chunk.copyTo(bytes);
  return new EncodedPacket(
    bytes,
    chunk.type as never,
    chunk.timestamp / 1e6,
    (chunk.duration ?? length) / 1e6,
  );
};

/**
 * A small MP4 video, H.264 with AAC: a bar that moves, and a tone.
 *
 * @throws on a system for which there are no encoders
 */
export const film = async (options: FilmOptions): Promise<Buffer> => {
  const { AudioData, AudioEncoder, VideoEncoder, VideoFrame } = await loadCodecs();
  const { width, height, seconds, amplitude } = options;
  const target = new BufferTarget();
  const output = new Output({ format: new Mp4OutputFormat({ fastStart: 'in-memory' }), target });
  const video = new EncodedVideoPacketSource('avc');
  output.addVideoTrack(video, { frameRate: framesPerSecond });
  const audio = amplitude === undefined ? undefined : new EncodedAudioPacketSource('aac');
  if (audio) output.addAudioTrack(audio);
  await output.start();

  const failed = (error: unknown): void => {
    throw error;
  };
  const pictures: Parameters<EncodedVideoPacketSource['add']>[] = [];
  const encoder = new VideoEncoder({
    output: (chunk, meta) => pictures.push([packetOf(chunk, 1e6 / framesPerSecond), meta as never]),
    error: failed,
  });
  encoder.configure({
    codec: 'avc1.42001f',
    width,
    height,
    bitrate: 300_000,
    framerate: framesPerSecond,
    avc: { format: 'avc' },
  } as never);
  for (let at = 0; at < seconds * framesPerSecond; at += 1) {
    const frame = new VideoFrame(drawn(options, at), {
      format: 'I420' as never,
      codedWidth: width,
      codedHeight: height,
      timestamp: Math.round((at * 1e6) / framesPerSecond),
      duration: 1e6 / framesPerSecond,
    });
    encoder.encode(frame, { keyFrame: at % framesPerSecond === 0 });
    frame.close();
  }
  await encoder.flush();
  encoder.close();
  for (const one of pictures) await video.add(...one);

  if (audio && amplitude !== undefined) {
    const sounds: Parameters<EncodedAudioPacketSource['add']>[] = [];
    const sound = new AudioEncoder({
      output: (chunk, meta) => sounds.push([packetOf(chunk, (1024 * 1e6) / rate), meta as never]),
      error: failed,
    });
    sound.configure({ codec: 'mp4a.40.2', sampleRate: rate, numberOfChannels: 2, bitrate: 96_000 } as never);
    for (let at = 0; at < seconds; at += 1) {
      const data = new Float32Array(rate * 2);
      for (let index = 0; index < rate; index += 1) {
        const sample = amplitude * Math.sin((2 * Math.PI * 1000 * index) / rate);
        data[index] = sample;
        data[rate + index] = sample;
      }
      const piece = new AudioData({
        format: 'f32-planar' as never,
        sampleRate: rate,
        numberOfFrames: rate,
        numberOfChannels: 2,
        timestamp: at * 1e6,
        data,
      });
      sound.encode(piece);
      piece.close();
    }
    await sound.flush();
    sound.close();
    for (const one of sounds) await audio.add(...one);
  }
  await output.finalize();
  if (!target.buffer) throw new Error('the film was not written');
  return Buffer.from(target.buffer);
};
