import type { AudioData } from '@napi-rs/webcodecs';
import { AudioSampleSink, EncodedPacketSink, type InputAudioTrack } from 'mediabunny';
import type { MediaSource } from './media-source.ts';
import { loadCodecs, Unreadable, untilReady, withContainer } from './open-container.ts';

/** Some sound of each channel. */
export interface SoundPiece {
  readonly rate: number;
  readonly samples: readonly Float32Array[];
}

type Copied = Pick<AudioData, 'numberOfFrames' | 'numberOfChannels' | 'sampleRate' | 'copyTo' | 'close'>;

const pieceOf = (data: Copied): SoundPiece => {
  const samples = Array.from({ length: data.numberOfChannels }, (_, planeIndex) => {
    const channel = new Float32Array(data.numberOfFrames);
    data.copyTo(channel, { planeIndex, format: 'f32-planar' });
    return channel;
  });
  const rate = data.sampleRate;
  data.close();
  return { rate, samples };
};

async function* compressed(track: InputAudioTrack): AsyncGenerator<SoundPiece> {
  const { AudioDecoder, EncodedAudioChunk } = await loadCodecs();
  const config = await track.getDecoderConfig();
  if (!config || !(await AudioDecoder.isConfigSupported(config as never)).supported)
    throw new Unreadable('su códec no se puede leer');
  let heard: AudioData[] = [];
  let failure: unknown;
  const take = function* (): Generator<SoundPiece> {
    const pieces = heard;
    heard = [];
    for (const one of pieces) yield pieceOf(one);
    if (failure !== undefined) throw new Unreadable('está dañado o su códec no se puede leer');
  };
  const decoder = new AudioDecoder({
    output: (data) => heard.push(data),
    error: (error) => {
      failure = error;
    },
  });
  try {
    decoder.configure(config as never);
    let count = 0;
    for await (const packet of new EncodedPacketSink(track).packets()) {
      decoder.decode(
        new EncodedAudioChunk({
          type: packet.type as never,
          timestamp: packet.microsecondTimestamp,
          duration: packet.microsecondDuration,
          data: packet.data,
        }),
      );
      count += 1;
      if (count % 32 !== 0) continue;
      await untilReady(decoder, 0);
      yield* take();
    }
    await decoder.flush().catch((error: unknown) => {
      failure = error;
    });
    yield* take();
  } finally {
    for (const one of heard) one.close();
    if (decoder.state !== 'closed') decoder.close();
  }
}

async function* uncompressed(track: InputAudioTrack): AsyncGenerator<SoundPiece> {
  for await (const sample of new AudioSampleSink(track).samples()) yield pieceOf(sample as unknown as Copied);
}

/**
 * Gives the sound of a file with a container in pieces to `use`, until it answers false.
 *
 * @returns false for a file without sound
 * @throws Unreadable when it cannot be decoded
 */
export const hearTrack = (source: MediaSource, use: (piece: SoundPiece) => boolean): Promise<boolean> =>
  withContainer(source, async (input) => {
    const track = await input.getPrimaryAudioTrack();
    if (!track) return false;
    const codec = (await track.getCodec()) ?? '';
    const isPlain = codec.startsWith('pcm-') || codec === 'ulaw' || codec === 'alaw';
    for await (const piece of isPlain ? uncompressed(track) : compressed(track)) if (!use(piece)) break;
    return true;
  });
