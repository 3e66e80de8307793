import { expect, test } from 'vitest';
import { checkAnswer } from './check-answer.ts';
import { checkMaterial } from './check-material.ts';

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
])('«%s» as an answer to %o', (value, requirement, fault) => {
  expect(checkAnswer(value, requirement)).toBe(fault);
});

const limits = {
  file_types: ['mp4', 'mov'],
  max_mb: 10,
  width_px: 1920,
  height_px: 1080,
  min_duration_sec: '29.50',
  max_duration_sec: '30.50',
};
const file = {
  name: 'cuna.MP4',
  bytes: 10 * 1024 * 1024,
  width_px: 1920,
  height_px: 1080,
  duration_sec: '30.000',
  rights_until: null,
};

test('a file within all limits has no faults', () => {
  expect(checkMaterial(limits, file, '2026-12-31')).toEqual([]);
  expect(checkMaterial(limits, { ...file, rights_until: '2026-12-31' }, '2026-12-31')).toEqual([]);
});

test('every fault of a file is told', () => {
  expect(
    checkMaterial(
      limits,
      {
        name: 'cuna.avi',
        bytes: 10 * 1024 * 1024 + 1,
        width_px: 1280,
        height_px: null,
        duration_sec: '31.000',
        rights_until: '2026-12-30',
      },
      '2026-12-31',
    ),
  ).toEqual([
    'Su formato no es mp4, mov.',
    'Pesa más de 10 MB.',
    'Su ancho es 1280 px y debe ser 1920 px.',
    'No se pudo medir su alto; debe ser 1080 px.',
    'Dura 31 s y debe durar 30.5 s o menos.',
    'Sus derechos vencen antes de que termine el vuelo.',
  ]);
});

test('without limits any file is right, and a jpeg is a jpg', () => {
  const none = {
    file_types: [],
    max_mb: null,
    width_px: null,
    height_px: null,
    min_duration_sec: null,
    max_duration_sec: null,
  };
  expect(checkMaterial(none, { ...file, duration_sec: null }, '2026-12-31')).toEqual([]);
  expect(
    checkMaterial({ ...none, file_types: ['jpg'] }, { ...file, name: 'arte.jpeg' }, '2026-12-31'),
  ).toEqual([]);
});
