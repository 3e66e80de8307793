import { expect, test } from 'vitest';
import { techTemplates } from '../inventory/tech-templates/tech-template.ts';
import { compareBodies } from './compare-bodies.ts';
import type { Document, Line } from './document.ts';

const document = techTemplates as Document;
const keyOf = (line: Line): string => String(line.origin ?? line.id);

const first = {
  name: 'Spot',
  version: 1,
  lead_time_days: 3,
  data: [
    { id: 'd1', position: 'a0', label: 'Producto', type: 'text', is_required: true, origin: null },
    { id: 'd2', position: 'a1', label: 'Color', type: 'choice', options: ['Rojo', 'Azul'], origin: null },
    { id: 'd3', position: 'a2', label: 'Fecha', type: 'date', origin: null },
  ],
  materials: [
    { id: 'm1', position: 'a0', name: 'Video', kind: 'video', fps: '29.970', larger_allowed: false },
  ],
};

test('the same body, and one whose lines are copies, do not differ', () => {
  const copies = {
    ...first,
    version: 2,
    data: first.data.map((line) => ({ ...line, id: `c${line.id}`, origin: line.id })),
    materials: first.materials.map((line) => ({ ...line, id: `c${line.id}`, origin: line.id })),
  };
  for (const other of [first, copies])
    expect(compareBodies(document, first, other, keyOf)).toEqual({
      header: [],
      lines: { data: [], materials: [] },
    });
});

test('values of the header, and lines that were renamed, moved, added and removed, in words', () => {
  const second = {
    ...first,
    version: 2,
    lead_time_days: 5,
    data: [
      {
        id: 'x2',
        position: 'a0',
        label: 'Colores',
        type: 'choices',
        options: ['Rojo', 'Azul'],
        origin: 'd2',
      },
      { id: 'x1', position: 'a1', label: 'Producto', type: 'text', is_required: false, origin: 'd1' },
      { id: 'x4', position: 'a2', label: 'Hora', type: 'text', origin: null },
    ],
    materials: [{ ...first.materials[0], id: 'y1', origin: 'm1', fps: '25.000', larger_allowed: true }],
  };
  expect(compareBodies(document, first, second, keyOf)).toEqual({
    header: [{ field: 'lead_time_days', label: 'Entrega (días antes)', before: '3', after: '5' }],
    lines: {
      data: [
        {
          key: 'd2',
          kind: 'changed',
          title: 'Colores',
          values: [
            { field: 'label', label: 'Dato', before: 'Color', after: 'Colores' },
            { field: 'type', label: 'Tipo', before: 'Opción', after: 'Varias opciones' },
            { field: 'position', label: 'Orden', before: '2', after: '1' },
          ],
        },
        {
          key: 'd1',
          kind: 'changed',
          title: 'Producto',
          values: [
            { field: 'is_required', label: 'Obligatorio', before: 'Sí', after: null },
            { field: 'position', label: 'Orden', before: '1', after: '2' },
          ],
        },
        {
          key: 'x4',
          kind: 'added',
          title: 'Hora',
          values: [
            { field: 'label', label: 'Dato', before: null, after: 'Hora' },
            { field: 'type', label: 'Tipo', before: null, after: 'Texto' },
          ],
        },
        {
          key: 'd3',
          kind: 'removed',
          title: 'Fecha',
          values: [
            { field: 'label', label: 'Dato', before: 'Fecha', after: null },
            { field: 'type', label: 'Tipo', before: 'Fecha', after: null },
          ],
        },
      ],
      materials: [
        {
          key: 'm1',
          kind: 'changed',
          title: 'Video',
          values: [
            { field: 'larger_allowed', label: 'Admite mayor', before: null, after: 'Sí' },
            { field: 'fps', label: 'Cuadros por segundo', before: '29.97', after: '25' },
          ],
        },
      ],
    },
  });
});
