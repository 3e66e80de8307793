import { expect, test } from 'vitest';
import { describeLimits, type MaterialLimits } from '../../inventory/tech-templates/material-limits.ts';
import { checkAnswer } from './check-answer.ts';
import { checkMaterial, type DeliveredFile } from './check-material.ts';

test.each([
  ['', { type: 'number', min: '1' }, null],
  ['30', { type: 'number', max: '30.0000' }, null],
  ['30.5', { type: 'number', max: '30.0000' }, 'Debe ser 30 o menos.'],
  ['-24', { type: 'number', min: '-26', max: '-22' }, null],
  ['-26.0001', { type: 'number', min: '-26' }, 'Debe ser -26 o más.'],
  ['1e3', { type: 'number' }, 'Escriba un número, con punto decimal si lo lleva.'],
  ['sí', { type: 'yes_no' }, null],
  ['quizás', { type: 'yes_no' }, 'Responda «sí» o «no».'],
  ['2026-02-28', { type: 'date' }, null],
  ['2026-02-30', { type: 'date' }, 'Escriba una fecha como 2026-12-31.'],
  ['MP4', { type: 'choice', options: ['MXF', 'MOV'] }, 'Elija una de estas: MXF, MOV.'],
  ['MOV', { type: 'choice', options: ['MXF', 'MOV'] }, null],
  ['cualquier cosa', { type: 'text' }, null],
  ['x'.repeat(401), { type: 'text' }, 'Escriba 400 caracteres como máximo.'],
  ['x'.repeat(401), { type: 'long_text' }, null],
  ['Rojo\nAzul', { type: 'choices', options: ['Rojo', 'Verde', 'Azul'] }, null],
  ['Rojo\nGris', { type: 'choices', options: ['Rojo', 'Azul'] }, '«Gris» no es una de estas: Rojo, Azul.'],
])('«%s» as an answer to %o', (value, requirement, fault) => {
  expect(checkAnswer(value, requirement)).toBe(fault);
});

const none: MaterialLimits = {
  file_types: [],
  max_mb: null,
  width_px: null,
  height_px: null,
  larger_allowed: false,
  aspect_ratio: null,
  min_duration_sec: null,
  max_duration_sec: null,
  fps: null,
  min_kbps: null,
  max_kbps: null,
  loudness_lufs: null,
  loudness_tolerance: null,
  color_space: null,
  min_dpi: null,
  min_bleed_mm: null,
  needs_click_url: false,
};
const limits: MaterialLimits = {
  ...none,
  file_types: ['mp4', 'mov'],
  max_mb: 10,
  width_px: 1920,
  height_px: 1080,
  aspect_ratio: '16:9',
  min_duration_sec: '29.50',
  max_duration_sec: '30.50',
  min_kbps: 2000,
  max_kbps: 3000,
  color_space: 'rgb',
  min_dpi: 72,
};
const file: DeliveredFile = {
  name: 'cuna.MP4',
  bytes: 10 * 1024 * 1024,
  width_px: 1920,
  height_px: 1080,
  duration_sec: '30.000',
  fps: null,
  bitrate_kbps: null,
  loudness_lufs: null,
  status: 'available',
  color_space: 'rgb',
  dpi: 72,
  rights_until: null,
  click_url: null,
};
const right = { faults: [], toConfirm: [] };
const last = '2026-12-31';

test('a file within all limits has no faults and nothing to confirm', () => {
  expect(checkMaterial(limits, file, last)).toEqual(right);
  expect(checkMaterial(limits, { ...file, rights_until: last }, last)).toEqual(right);
});

test('every fault of a file is told', () => {
  const wrong = {
    ...file,
    name: 'cuna.avi',
    bytes: 10 * 1024 * 1024 + 1,
    width_px: 1280,
    height_px: 1000,
    duration_sec: '31.000',
    color_space: 'cmyk',
    dpi: 71,
    rights_until: '2026-12-30',
    click_url: 'http://medio.do',
  } as const;
  expect(checkMaterial({ ...limits, max_kbps: 2500, needs_click_url: true }, wrong, last)).toEqual({
    faults: [
      'Su formato no es mp4, mov.',
      'Pesa más de 10 MB.',
      'Su ancho es 1280 px y debe ser 1920 px.',
      'Su alto es 1000 px y debe ser 1080 px.',
      'Mide 1280 × 1000 px y su proporción debe ser 16:9.',
      'Dura 31 s y debe durar 30 s ± 0.5.',
      'Su tasa media es 2706 kbps y debe ser 2500 kbps o menos.',
      'Su espacio de color es CMYK y debe ser RGB.',
      'Su resolución es 71 ppp y debe ser 72 ppp o más.',
      'Falta su dirección de destino, con https.',
      'Sus derechos vencen antes de que termine el vuelo.',
    ],
    toConfirm: [],
  });
});

test('what was not measured is never right: a person confirms each of it', () => {
  const unknown = {
    ...file,
    width_px: null,
    height_px: null,
    duration_sec: null,
    color_space: null,
    dpi: null,
  };
  const asked = { fps: '29.970', loudness_lufs: '-24.0', loudness_tolerance: '2.0', min_bleed_mm: '3.0' };
  expect(checkMaterial({ ...limits, ...asked }, unknown, last)).toEqual({
    faults: [],
    toConfirm: [
      'ancho de 1920 px',
      'alto de 1080 px',
      'proporción 16:9',
      'duración de 29.5 s o más',
      'duración de 30.5 s o menos',
      'tasa de 2000 kbps o más',
      'tasa de 3000 kbps o menos',
      'espacio de color RGB',
      'resolución de 72 ppp o más',
      '29.97 cuadros por segundo',
      'sonoridad −24 LUFS ± 2',
      'sangrado de 3 mm o más',
    ],
  });
});

test('every limit is either measured or confirmed', () => {
  const each: readonly Partial<MaterialLimits>[] = [
    { file_types: ['pdf'] },
    { max_mb: 1 },
    { width_px: 1 },
    { height_px: 1 },
    { aspect_ratio: '1:1' },
    { min_duration_sec: '40' },
    { max_duration_sec: '1' },
    { fps: '25' },
    { min_kbps: 900_000 },
    { max_kbps: 1 },
    { loudness_lufs: '-23' },
    { color_space: 'cmyk' },
    { min_dpi: 300 },
    { min_bleed_mm: '3' },
    { needs_click_url: true },
  ];
  for (const limit of each) {
    const { faults, toConfirm } = checkMaterial({ ...none, ...limit }, file, last);
    expect(faults.length + toConfirm.length, JSON.stringify(limit)).toBe(1);
    expect(describeLimits(limit), JSON.stringify(limit)).toHaveLength(1);
  }
});

test('without limits any file is right, a jpeg is a jpg, and a larger one may be admitted', () => {
  expect(checkMaterial(none, { ...file, duration_sec: null }, last)).toEqual(right);
  expect(checkMaterial({ ...none, file_types: ['jpg'] }, { ...file, name: 'arte.jpeg' }, last)).toEqual(
    right,
  );
  const least = { ...none, width_px: 1280, height_px: 720, larger_allowed: true };
  expect(checkMaterial(least, file, last)).toEqual(right);
  expect(checkMaterial(least, { ...file, width_px: 1000 }, last).faults).toEqual([
    'Su ancho es 1000 px y debe ser 1280 px o más.',
  ]);
  const click = { ...none, needs_click_url: true };
  expect(checkMaterial(click, { ...file, click_url: 'https://medio.do' }, last)).toEqual(right);
});

test('frames, loudness and bit rate are compared as they were measured', () => {
  const spot = { ...file, fps: '29.970', loudness_lufs: '-18.4', bitrate_kbps: 2200 } as const;
  const asked = { ...none, fps: '29.97', loudness_lufs: '-24.0', loudness_tolerance: '2.0', min_kbps: 2000 };
  expect(checkMaterial(asked, spot, last)).toEqual({
    faults: ['Suena a −18.4 LUFS y se piden −24 LUFS ± 2.'],
    toConfirm: [],
  });
  expect(checkMaterial(asked, { ...spot, loudness_lufs: '-22.0' }, last)).toEqual(right);
  expect(
    checkMaterial({ ...asked, fps: '25.000', min_kbps: 2201 }, { ...spot, loudness_lufs: '-26.0' }, last),
  ).toEqual({
    faults: [
      'Su tasa media es 2200 kbps y debe ser 2201 kbps o más.',
      'Va a 29.97 cuadros por segundo y debe ir a 25.',
    ],
    toConfirm: [],
  });
  const exact = { ...none, loudness_lufs: '-23.0' };
  expect(checkMaterial(exact, { ...spot, loudness_lufs: '-23.5' }, last)).toEqual(right);
  expect(checkMaterial(exact, { ...spot, loudness_lufs: '-23.6' }, last).faults).toEqual([
    'Suena a −23.6 LUFS y se piden −23 LUFS.',
  ]);
});

test.each([
  ['29.50', '30.50', '30 s ± 0.5'],
  ['30.00', '30.00', '30 s'],
  ['5.00', '20.00', 'de 5 a 20 s'],
])('a duration between %s and %s is «%s»', (min_duration_sec, max_duration_sec, wanted) => {
  const asked = { ...none, min_duration_sec, max_duration_sec };
  expect(checkMaterial(asked, { ...file, duration_sec: '31.200' }, last).faults).toEqual([
    `Dura 31.2 s y debe durar ${wanted}.`,
  ]);
});

test('a file that is being measured or was refused is not right, whatever it measures', () => {
  expect(checkMaterial(none, { ...file, status: 'processing' }, last).faults).toEqual([
    'Aún se está midiendo. Espere un momento.',
  ]);
  expect(checkMaterial(none, { ...file, status: 'rejected' }, last).faults).toEqual([
    'Fue rechazado al medirlo. Suba otro archivo.',
  ]);
});
