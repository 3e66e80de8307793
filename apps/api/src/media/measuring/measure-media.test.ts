import { createRequire } from 'node:module';
import { Readable } from 'node:stream';
import { deflateSync } from 'node:zlib';
import { pino } from 'pino';
import sharp from 'sharp';
import { afterAll, describe, expect, test } from 'vitest';
import { film } from '../../demo/inventory/film.ts';
import { pdf } from '../../demo/inventory/pdf.ts';
import { ProcessEnded, TooSlow } from '../../platform/processes/worker-process.ts';
import { bytesSource } from './decoding/media-source.ts';
import { measureMedia } from './measure-media.ts';
import { Refused } from './measured.ts';
import { createMeasurer } from './measurer.ts';
import { mp4, tone } from './media-fixtures.ts';
import { createLoudness } from './sound/loudness.ts';
import { wavLayout, wavSamples } from './wav.ts';

/** Stored files of the test by their path. */
const stored = new Map<string, Buffer>();
const storage = { stream: (path: string) => Readable.from([stored.get(path) ?? Buffer.alloc(0)]) };
const log = pino({ level: 'silent' });
const measurer = createMeasurer({ storage, log });
afterAll(() => measurer.close());

const measure = (bytes: Buffer, mime: string) => {
  stored.set('a', bytes);
  return measurer.measure('a', mime);
};
const picture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: { r: 200, g: 90, b: 60 } } });

describe('measuring', () => {
  test('a picture: its size as it is shown, colours, and a small version', async () => {
    const bytes = await picture(1200, 800).withMetadata({ orientation: 6, density: 300 }).jpeg().toBuffer();
    const { facts, thumbnail } = await measure(bytes, 'image/jpeg');
    expect(facts).toMatchObject({
      width_px: 800,
      height_px: 1200,
      color_space: 'rgb',
      dpi: 300,
      codec: 'JPEG',
    });
    const small = await sharp(thumbnail ?? undefined).metadata();
    expect([small.format, small.width, small.height]).toEqual(['webp', 320, 480]);
  });

  test('a video: size, duration, frames, codec', async () => {
    const { facts } = await measure(mp4(), 'video/mp4');
    expect(facts).toMatchObject({
      width_px: 640,
      height_px: 360,
      fps: '29.970',
      duration_sec: '2.002',
      codec: 'H.264',
      loudness_lufs: null,
    });
    expect(facts.bitrate_kbps).toBeGreaterThan(40);
  });

  test('frames and loudness of a video: poster, strip of ten frames', async () => {
    const bytes = await film({ width: 320, height: 180, seconds: 3, amplitude: 0.1 });
    const { facts, thumbnail, strip } = await measure(bytes, 'video/mp4');
    expect(facts).toMatchObject({
      width_px: 320,
      height_px: 180,
      duration_sec: '3.000',
      codec: 'H.264 · AAC',
      loudness_lufs: '-20.0',
      unmeasured: null,
    });
    const poster = await sharp(thumbnail ?? undefined).metadata();
    expect([poster.format, poster.width, poster.height]).toEqual(['webp', 320, 180]);
    const picture = sharp(strip ?? undefined);
    const { width, height } = await picture.metadata();
    expect([width, height]).toEqual([1600, 90]);
    // The ground of the film grows lighter, so each frame is another moment.
    const pixels = await picture.greyscale().raw().toBuffer();
    const shades = Array.from({ length: 10 }, (_, at) => pixels[1600 * 4 + at * 160 + 80] ?? 0);
    expect(shades).toEqual([...shades].sort((a, b) => a - b));
    expect(new Set(shades).size).toBe(10);
  });

  test('a video without sound, taller than wide', async () => {
    const { facts, strip } = await measure(await film({ width: 90, height: 160, seconds: 1 }), 'video/mp4');
    expect(facts).toMatchObject({ width_px: 90, height_px: 160, loudness_lufs: null, unmeasured: null });
    expect((await sharp(strip ?? undefined).metadata()).height).toBe(90);
  });

  test('sound of AAC in its container, with its waveform', async () => {
    // The sound of a video, under the name of a sound: its content is read the same.
    const bytes = await film({ width: 32, height: 32, seconds: 2, amplitude: 0.1 });
    const { facts, peaks } = await measure(bytes, 'audio/mp4');
    expect(facts).toMatchObject({ loudness_lufs: '-20.0', unmeasured: null });
    expect(Math.max(...(peaks ?? []))).toBeGreaterThanOrEqual(25);
  });

  test('what cannot be decoded is said, and the rest is measured', async () => {
    const { facts, thumbnail, strip } = await measure(mp4(), 'video/mp4');
    expect(facts.width_px).toBe(640);
    expect(facts.unmeasured).toMatch(/^No se pudieron ver sus cuadros: .+\.$/);
    expect([thumbnail, strip]).toEqual([null, null]);
  });

  test('a film that is cut or changed inside, where its container does not show it, is measured as far as it goes', async () => {
    const whole = await film({ width: 160, height: 90, seconds: 2, amplitude: 0.1 });
    const start = whole.indexOf('mdat') + 4;
    for (let seed = 1; seed <= 4; seed += 1) {
      const bytes = Buffer.from(whole);
      for (let at = start + 100 * seed; at < bytes.length; at += 211) bytes[at] = (at * seed) % 251;
      const { facts } = await measure(bytes, 'video/mp4');
      expect(facts.duration_sec).toBe('2.000');
    }
  });

  test('a document: its pages, and the first one in small', async () => {
    const { facts, thumbnail } = await measure(pdf(['Uno', 'Dos', 'Tres']), 'application/pdf');
    expect(facts).toMatchObject({ pages: 3, codec: 'PDF', width_px: null });
    const { data, info } = await sharp(thumbnail ?? undefined)
      .raw()
      .toBuffer({ resolveWithObject: true });
    expect([info.width, info.height]).toEqual([339, 480]);
    // Its head is blue, not red.
    const [red = 0, , blue = 0] = data.subarray(info.width * 60 * 3);
    expect(blue).toBeGreaterThan(red + 50);
  });

  test('a page of any size is drawn in small', async () => {
    const { facts, thumbnail } = await measure(
      pdf(['Grande'], { width: 1e8, height: 10 }),
      'application/pdf',
    );
    expect(facts.pages).toBe(1);
    expect((await sharp(thumbnail ?? undefined).metadata()).width).toBe(480);
  });

  test('a sound: duration, loudness and waveform', async () => {
    const { facts, peaks } = await measure(tone({ amplitude: 0.1 }), 'audio/wav');
    // A tone of 1 kHz at −20 dBFS in both channels (EBU Tech 3341: −20 LUFS with an amplitude of 0.1).
    expect(facts).toMatchObject({
      duration_sec: '3.000',
      loudness_lufs: '-20.0',
      codec: 'PCM',
      bitrate_kbps: 1536,
    });
    expect(peaks?.length).toBeGreaterThan(200);
    expect(Math.max(...(peaks ?? []))).toBe(26);
  });

  test('loudness is that of the reference implementation, at any rate and with pauses', async () => {
    // The package names no entry for Node.
    const { resolve } = createRequire(import.meta.url);
    const reference: typeof import('ebur128-wasm') = await import(resolve('ebur128-wasm/ebur128_wasm_bg.js'));
    for (const rate of [22_050, 44_100, 48_000]) {
      const sides = [0.3, 0.05].map((size, side) =>
        Float32Array.from({ length: rate * 6 }, (_, at) =>
          at > rate * 2 && at < rate * 3
            ? 0
            : size * Math.sin(at * (0.01 + side * 0.3)) * (1 + Math.sin(at / 9000)),
        ),
      );
      const loudness = createLoudness(rate, 2);
      // In pieces of uneven sizes.
      for (let at = 0; at < rate * 6; at += 7001)
        loudness.add(sides.map((side) => side.subarray(at, at + 7001)));
      expect(loudness.integrated(), `${rate}`).toBeCloseTo(
        reference.ebur128_integrated_stereo(
          rate,
          sides[0] ?? new Float32Array(),
          sides[1] ?? new Float32Array(),
        ),
        1,
      );
    }
  });

  test('silence is −70 LUFS, and what is shorter than 400 ms has no loudness', () => {
    const loudness = createLoudness(48_000, 1);
    loudness.add([new Float32Array(10_000)]);
    expect(loudness.integrated()).toBeUndefined();
    loudness.add([new Float32Array(48_000)]);
    expect(loudness.integrated()).toBe(-70);
  });

  test('samples of 24 bits and of floating point are read like those of 16', () => {
    const wide = (bits: 24 | 32): Buffer => {
      const bytes = tone({ seconds: 0.01 });
      const samples = (bytes.length - 44) / 2;
      const width = bits / 8;
      const wav = Buffer.concat([bytes.subarray(0, 44), Buffer.alloc(samples * width)]);
      wav.writeUInt16LE(bits === 32 ? 3 : 1, 20);
      wav.writeUInt16LE(bits, 34);
      wav.writeUInt32LE(samples * width, 40);
      for (let at = 0; at < samples; at += 1) {
        const sample = bytes.readInt16LE(44 + at * 2);
        if (bits === 32) wav.writeFloatLE(sample / 32_768, 44 + at * width);
        else wav.writeIntLE(sample * 256, 44 + at * width, 3);
      }
      return wav;
    };
    const read = (bytes: Buffer) => {
      const source = bytesSource(bytes);
      const layout = wavLayout(source);
      return layout && [...wavSamples(source, layout)][0];
    };
    const expected = read(tone({ seconds: 0.01 }));
    expect(expected?.[0]).toHaveLength(480);
    expect(read(wide(24))).toEqual(expected);
    expect(read(wide(32))).toEqual(expected);
  });
});

/** A PNG whose rows are all black: a few kilobytes that become gigabytes. */
const bomb = (side: number): Buffer => {
  const crc = (bytes: Buffer): number => {
    let value = ~0;
    for (const byte of bytes) {
      value ^= byte;
      for (let bit = 0; bit < 8; bit += 1) value = (value >>> 1) ^ (value & 1 ? 0xedb8_8320 : 0);
    }
    return ~value >>> 0;
  };
  const chunk = (name: string, content: Buffer): Buffer => {
    const named = Buffer.concat([Buffer.from(name, 'latin1'), content]);
    const bytes = Buffer.alloc(named.length + 8);
    bytes.writeUInt32BE(content.length);
    named.copy(bytes, 4);
    bytes.writeUInt32BE(crc(named), named.length + 4);
    return bytes;
  };
  const head = Buffer.alloc(13);
  head.writeUInt32BE(side, 0);
  head.writeUInt32BE(side, 4);
  head[8] = 1;
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(Buffer.alloc(side * (Math.ceil(side / 8) + 1)))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
};

describe('hostile files are refused with their reason', () => {
  const svg = Buffer.from(
    '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>',
  );
  test.each<[string, string, () => Buffer | Promise<Buffer>, RegExp]>([
    ['a decompression bomb', 'image/png', () => bomb(20_000), /20000 × 20000 px/],
    ['a picture of too many pixels', 'image/png', () => bomb(12_000), /100 megapíxeles/],
    [
      'half a JPEG',
      'image/jpeg',
      async () => {
        const noise = Buffer.alloc(300 * 200 * 3).map((_, at) => (at * 7919) % 251);
        const whole = await sharp(noise, { raw: { width: 300, height: 200, channels: 3 } })
          .jpeg()
          .toBuffer();
        return whole.subarray(0, whole.length / 2);
      },
      /imagen está dañada o incompleta/,
    ],
    ['a script in an SVG that calls itself PNG', 'image/png', () => svg, /imagen está dañada/],
    [
      'a video that was cut off',
      'video/mp4',
      () => mp4().subarray(0, 5000),
      /video está dañado o incompleto/,
    ],
    ['a video without its head', 'video/mp4', () => mp4().subarray(400), /video está dañado/],
    ['a video that is a sound', 'video/mp4', () => tone(), /no tiene imagen/],
    ['a video of absurd size', 'video/mp4', () => mp4({ width: 30_000, height: 30_000 }), /30000 × 30000 px/],
    ['WAV that was cut off', 'audio/wav', () => tone().subarray(0, 9000), /audio está incompleto/],
    ['WAV without samples', 'audio/wav', () => tone({ seconds: 0 }), /audio está dañado/],
    [
      'a document that was cut off',
      'application/pdf',
      () => pdf(['Uno']).subarray(0, 40),
      /documento está dañado/,
    ],
    ['a picture that calls itself PDF', 'application/pdf', () => svg, /documento está dañado/],
    ['a document without pages', 'application/pdf', () => pdf([]), /documento no tiene páginas|está dañado/],
    ['noise that calls itself MP3', 'audio/mpeg', () => Buffer.alloc(50_000, 'zq'), /audio está dañado/],
  ])('%s', async (_name, mime, make, reason) => {
    const bytes = await make();
    await expect(measure(bytes, mime)).rejects.toThrow(reason);
    await expect(measure(bytes, mime)).rejects.toBeInstanceOf(Refused);
  });

  test('any byte changed in a WAV or MP4 file is measured or refused, and breaks nothing', async () => {
    for (const [bytes, mime] of [
      [mp4({ frames: 4 }), 'video/mp4'],
      [tone({ seconds: 0.5 }), 'audio/wav'],
    ] as const)
      for (let at = 0; at < 700; at += 61) {
        const changed = Buffer.from(bytes);
        changed[at] = 255 - (changed[at] ?? 0);
        await measureMedia(changed, mime).catch((error: unknown) => expect(error).toBeInstanceOf(Refused));
      }
  });
});

describe('the measuring process', () => {
  test('ends with a file that takes too long, and the next one is measured', async () => {
    const quick = createMeasurer({ storage, log, timeLimit: 1 });
    stored.set('b', tone());
    await expect(quick.measure('b', 'audio/wav')).rejects.toBeInstanceOf(TooSlow);
    expect(quick.pid()).toBeUndefined();
    quick.close();
    expect((await measure(tone(), 'audio/wav')).facts.duration_sec).toBe('3.000');
  });

  test('that is killed twice by a file gives up on it, and is there for the next one', async () => {
    stored.set('c', tone({ seconds: 60 }));
    const killing = setInterval(() => {
      const pid = measurer.pid();
      if (pid !== undefined) process.kill(pid, 'SIGKILL');
    }, 5);
    await expect(measurer.measure('c', 'audio/wav')).rejects.toBeInstanceOf(ProcessEnded);
    clearInterval(killing);
    expect((await measure(tone(), 'audio/wav')).facts.duration_sec).toBe('3.000');
  });
});
