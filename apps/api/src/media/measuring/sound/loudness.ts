/** A second-order filter that keeps its state: `b` and `a` as in the standard. */
const createFilter = (b: readonly [number, number, number], a: readonly [number, number]) => {
  let [x1, x2, y1, y2] = [0, 0, 0, 0];
  return (x: number): number => {
    const y = b[0] * x + b[1] * x1 + b[2] * x2 - a[0] * y1 - a[1] * y2;
    x2 = x1;
    x1 = x;
    y2 = y1;
    y1 = y;
    return y;
  };
};

/** The K-weighting of ITU-R BS.1770-4, annex 1, for any sample rate: a high shelf and a high pass. */
const createWeighting = (rate: number) => {
  const shelf = (() => {
    const q = 0.7071752369554196;
    const k = Math.tan((Math.PI * 1681.974450955533) / rate);
    const high = 10 ** (3.999843853973347 / 20);
    const band = high ** 0.4996667741545416;
    const norm = 1 + k / q + k * k;
    return createFilter(
      [
        (high + (band * k) / q + k * k) / norm,
        (2 * (k * k - high)) / norm,
        (high - (band * k) / q + k * k) / norm,
      ],
      [(2 * (k * k - 1)) / norm, (1 - k / q + k * k) / norm],
    );
  })();
  const pass = (() => {
    const q = 0.5003270373238773;
    const k = Math.tan((Math.PI * 38.13547087602444) / rate);
    const norm = 1 + k / q + k * k;
    return createFilter([1, -2, 1], [(2 * (k * k - 1)) / norm, (1 - k / q + k * k) / norm]);
  })();
  return (sample: number): number => pass(shelf(sample));
};

const loudnessOf = (power: number): number => -0.691 + 10 * Math.log10(power);
const powerOf = (loudness: number): number => 10 ** ((loudness + 0.691) / 10);
const mean = (powers: readonly number[]): number => powers.reduce((sum, one) => sum + one, 0) / powers.length;

/** Loudness below which a block does not count (BS.1770-4). */
const silence = -70;

/**
 * Integrated loudness (EBU R128, ITU-R BS.1770-4) of sound that arrives in pieces, so that a programme of hours takes no
 * more memory than a spot. Channels count alike, but for the six of 5.1 (L, R, C, LFE, Ls, Rs).
 */
export const createLoudness = (rate: number, channels: number) => {
  const weightings = Array.from({ length: channels }, () => createWeighting(rate));
  const weights = channels === 6 ? [1, 1, 1, 0, 1.41, 1.41] : [];
  // Blocks of 400 ms overlap by 75 %, so each is four steps of 100 ms.
  const step = Math.round(rate / 10);
  const steps: number[] = [];
  const blocks: number[] = [];
  let power = 0;
  let filled = 0;
  return {
    add: (piece: readonly Float32Array[]): void => {
      const { length = 0 } = piece[0] ?? {};
      for (let at = 0; at < length; at += 1) {
        for (let channel = 0; channel < channels; channel += 1) {
          const weighted = weightings[channel]?.(piece[channel]?.[at] ?? 0) ?? 0;
          power += weighted * weighted * (weights[channel] ?? 1);
        }
        filled += 1;
        if (filled < step) continue;
        steps.push(power / step);
        if (steps.length > 4) steps.shift();
        if (steps.length === 4) blocks.push(mean(steps));
        power = 0;
        filled = 0;
      }
    },
    /** In LUFS; undefined for less than 400 ms, and −70 for silence. */
    integrated: (): number | undefined => {
      if (blocks.length === 0) return undefined;
      const heard = blocks.filter((block) => block > powerOf(silence));
      if (heard.length === 0) return silence;
      const gate = powerOf(loudnessOf(mean(heard)) - 10);
      return Math.max(silence, loudnessOf(mean(heard.filter((block) => block > gate))));
    },
  };
};
