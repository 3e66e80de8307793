import { targetLists } from '@pauta/domain/crm/target-lists/target-list.ts';
import { expect, test } from 'vitest';
import type { Labels } from '../../data/use-label.ts';
import { layoutOf } from '../state/list-layout.ts';
import { columnsOf, headLabel, statesOf } from './columns.ts';
import { textWidth } from './text-width.ts';

const labels: Labels = {
  label: ({ label }) => label,
  placeholder: () => undefined,
  visible: () => true,
};
const columns = columnsOf(targetLists, statesOf(targetLists.columns), labels);

/** Widths of the columns by name in a container of this width. */
function widthsIn(container: number): ReadonlyMap<string, number> {
  const { style, widths } = layoutOf(columns, { checks: true, actions: 0 });
  const properties = style as Readonly<Record<string, string>>;
  // The browser's own arithmetic: `clamp` and `max` over lengths, all in pixels.
  const compute = (css: string): number => {
    const script = css
      .replace(/var\((--[\w-]+)\)/g, (_, name: string) => `(${properties[name]})`)
      .replace(/(\d+)cqi/g, (_, percent: string) => String((container * Number(percent)) / 100))
      .replaceAll('px', '')
      .replaceAll('calc', '');
    const clamp = (least: number, value: number, most: number) => Math.max(least, Math.min(value, most));
    return new Function('clamp', 'max', `return ${script}`)(clamp, Math.max);
  };
  return new Map(columns.map(({ name }, index) => [name, compute(widths[index] ?? '')]));
}

test('a head does not leave a short word alone on a line', () => {
  expect(headLabel('Contactadas %')).toBe('Contactadas\u00a0%');
  expect(headLabel('Límite de crédito')).toBe('Límite\u00a0de crédito');
  for (const { name, label } of columns)
    for (const part of headLabel(label).split(' '))
      expect(widthsIn(320).get(name)).toBeGreaterThanOrEqual(textWidth(part, 13));
});

test('every head is on one line as soon as there is space for all of them and the name of the record', () => {
  const title = columns.find(({ isTitle }) => isTitle);
  const least = columns.reduce((sum, one) => sum + (one === title ? one.fit : one.least), 0);
  const heads = columns.reduce((sum, one) => sum + Math.max(0, one.head - one.least), 0);
  const widths = widthsIn(least + heads + 100);
  for (const { name, head } of columns) expect(widths.get(name)).toBeGreaterThanOrEqual(head - 0.1);
});

test('the name of the record has what it needs before other columns get more', () => {
  const title = columns.find(({ isTitle }) => isTitle);
  const others = columns.find(({ name }) => name === 'owner_id');
  const least = columns.reduce((sum, one) => sum + one.least, 0);
  const grow = (title?.fit ?? 0) - (title?.least ?? 0);
  expect(grow).toBeGreaterThan(0);
  const widths = widthsIn(least + 62 + grow);
  expect(widths.get(title?.name ?? '')).toBeCloseTo(title?.fit ?? 0, 0);
  expect(widths.get('owner_id')).toBeCloseTo(others?.least ?? 0, 0);
});

test('remaining space goes to the columns whose content needs it', () => {
  const [narrow, wide] = [widthsIn(1200), widthsIn(2000)];
  const grown = (name: string): number => (wide.get(name) ?? 0) - (narrow.get(name) ?? 0);
  expect(grown('owner_id')).toBeGreaterThan(grown('accounts'));
});
