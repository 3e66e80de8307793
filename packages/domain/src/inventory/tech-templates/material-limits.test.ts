import fc from 'fast-check';
import { expect, test } from 'vitest';
import { describeLimits, type LimitsGiven } from './material-limits.ts';

test('limits are told in the order in which they are checked', () => {
  expect(
    describeLimits({
      loudness_lufs: '-24.0',
      loudness_tolerance: '2.0',
      file_types: ['mp4', 'mov'],
      max_mb: 80,
      width_px: 1920,
      height_px: 1080,
      larger_allowed: true,
      min_duration_sec: '30.00',
      max_duration_sec: '30.00',
    }),
  ).toEqual([
    { label: 'Formatos', text: 'mp4, mov' },
    { label: 'Tamaño', text: 'hasta 80 MB' },
    { label: 'Medidas', text: '1920 × 1080 px o más' },
    { label: 'Duración', text: '30 s' },
    { label: 'Sonoridad', text: '−24 LUFS ± 2' },
  ]);
});

test('a line that is still being typed has limits that are absent or empty', () => {
  const empty = fc.constantFrom(null, undefined);
  const names = ['file_types', 'max_mb', 'width_px', 'aspect_ratio', 'fps', 'loudness_lufs', 'color_space'];
  const line = fc.record(Object.fromEntries(names.map((name) => [name, empty])));
  fc.assert(fc.property(line, (limits) => describeLimits(limits as LimitsGiven).length === 0));
});
