/** Parts into which a waveform is divided. */
const parts = 400;
/** Samples of which the loudest one is kept while the length of the sound is unknown. */
const grain = 512;

/** The shape of a sound that arrives in pieces. */
export const createPeaks = () => {
  const grains: number[] = [];
  let loudest = 0;
  let filled = 0;
  return {
    add: (piece: readonly Float32Array[]): void => {
      const { length = 0 } = piece[0] ?? {};
      for (let at = 0; at < length; at += 1) {
        for (const channel of piece) {
          const size = Math.abs(channel[at] ?? 0);
          if (size > loudest) loudest = size;
        }
        filled += 1;
        if (filled < grain) continue;
        grains.push(loudest);
        loudest = 0;
        filled = 0;
      }
    },
    /** The loudest sample of each part, from 0 to 255. */
    shape: (): Uint8Array => {
      const all = filled > 0 ? [...grains, loudest] : grains;
      const count = Math.min(parts, all.length);
      return Uint8Array.from({ length: count }, (_, part) => {
        const from = Math.floor((part * all.length) / count);
        const to = Math.max(from + 1, Math.floor(((part + 1) * all.length) / count));
        return Math.round(
          255 *
            Math.min(
              1,
              all.slice(from, to).reduce((most, one) => Math.max(most, one), 0),
            ),
        );
      });
    },
  };
};
