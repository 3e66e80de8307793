import { describe, expect, test } from 'vitest';
import type { Fields } from '../../kinds/kind.ts';
import { quoteLines } from '../../sales/quotes/quote-line.ts';
import { readPastedLines } from './pasted-lines.ts';

const names = ['inventory_item_id', 'flight', 'days', 'units_per_day', 'duration_sec', 'discount_pct'];
const fields = names.map((name) => {
  const field = (quoteLines.fields as Fields)[name];
  if (!field) throw new Error(`no field ${name}`);
  return { name, field, label: field.label };
});

describe('rows of a quote', () => {
  test('without titles the columns are those of the table in their order', () => {
    const text =
      'Noticiero\t02/11/2026\t13/11/2026\tL-V\t2\t30\t10%\nGran Cine\t07/11/2026\t28/11/2026\tsábados\t3\t20\t';
    expect(readPastedLines(text, fields)).toEqual([
      {
        names: { inventory_item_id: 'Noticiero' },
        values: {
          flight: { from: '2026-11-02', to: '2026-11-13' },
          days: ['1', '2', '3', '4', '5'],
          units_per_day: '2',
          duration_sec: '30',
          discount_pct: '10',
        },
        problems: [],
      },
      {
        names: { inventory_item_id: 'Gran Cine' },
        values: {
          flight: { from: '2026-11-07', to: '2026-11-28' },
          days: ['6'],
          units_per_day: '3',
          duration_sec: '20',
        },
        problems: [],
      },
    ]);
  });

  test('with titles in any order', () => {
    const text = 'Por día\tHasta\tDesde\tEspacio\tOtra\n4\t30/11/2026\t01/11/2026\tNoticiero\tx';
    expect(readPastedLines(text, fields)).toEqual([
      {
        names: { inventory_item_id: 'Noticiero' },
        values: { units_per_day: '4', flight: { from: '2026-11-01', to: '2026-11-30' } },
        problems: ['«x» no tiene columna.'],
      },
    ]);
  });

  test('a cell that cannot be read is named, and the others are kept', () => {
    const [line] = readPastedLines('Espacio\tDías\tPor día\nNoticiero\tnunca\t2', fields);
    expect(line).toMatchObject({ values: { units_per_day: '2' }, names: { inventory_item_id: 'Noticiero' } });
    expect(line?.problems).toHaveLength(1);
  });
});
