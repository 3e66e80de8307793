import { act, fireEvent, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import * as stories from './grid.stories.tsx';

const cell = (row: number, column: string): HTMLElement => {
  const heads = screen.getAllByRole('columnheader').map((head) => head.textContent);
  const line = screen
    .getAllByRole('row')
    .find((one) => one.getAttribute('aria-rowindex') === String(row + 1));
  const found = within(line as HTMLElement)
    .getAllByRole('cell')
    .find((one) => one.getAttribute('aria-colindex') === String(heads.indexOf(column) + 1));
  return found as HTMLElement;
};
const total = (column: string): string | null => {
  const heads = screen.getAllByRole('columnheader').map((head) => head.textContent);
  const line = screen.getByRole('rowheader', { name: 'Total' }).closest('tr') as HTMLElement;
  return (
    within(line)
      .getAllByRole('cell')
      .find((one) => one.getAttribute('aria-colindex') === String(heads.indexOf(column) + 1))?.textContent ??
    null
  );
};
const open = async (story: typeof stories.Editable = stories.Editable) => {
  render(story.render?.({}, {} as never));
  const grid = await screen.findByRole('grid');
  const user = userEvent.setup();
  grid.focus();
  return { grid, user };
};
const pasteText = (grid: HTMLElement, text: string): void => {
  fireEvent.paste(grid, { clipboardData: { getData: () => text } });
};
const copied = (grid: HTMLElement): string => {
  let text = '';
  fireEvent.copy(grid, { clipboardData: { setData: (_: string, data: string) => (text = data) } });
  return text;
};

test('keys move, a character edits, Enter and Tab save, Escape cancels', async () => {
  const { grid, user } = await open();
  await user.keyboard('{ArrowRight}{ArrowRight}99');
  expect(screen.getByRole('textbox', { name: 'Renglón 1, Ene' })).toHaveProperty('value', '99');
  await user.keyboard('{Enter}7,5{Tab}');
  expect(cell(1, 'Ene').textContent).toBe('99.00');
  expect(cell(2, 'Ene').textContent).toBe('7.50');
  expect(cell(2, 'Feb').id).toBe(grid.getAttribute('aria-activedescendant'));
  await user.keyboard('{F2}{Escape}');
  expect(cell(2, 'Feb').textContent).toBe('4.50');
  await user.keyboard('{Control>}z{/Control}{Control>}z{/Control}');
  expect(cell(1, 'Ene').textContent).toBe('1.50');
  await user.keyboard('{Control>}{Shift>}z{/Shift}{/Control}');
  expect(cell(1, 'Ene').textContent).toBe('99.00');
  expect(document.activeElement).toBe(grid);
});

test('a wrong number stays in its cell with the reason', async () => {
  const { user } = await open();
  await user.keyboard('{ArrowRight}{ArrowRight}-4{Enter}');
  expect(screen.getByRole('alert').textContent).toBe('«-4» es negativo.');
  expect(screen.getByRole('textbox').getAttribute('aria-invalid')).toBe('true');
  await user.keyboard('{Escape}');
  expect(cell(1, 'Ene').textContent).toBe('1.50');
});

test('a choice is chosen from its options', async () => {
  const { user } = await open();
  await user.keyboard('{ArrowRight}{Enter}');
  await user.selectOptions(screen.getByRole('combobox', { name: 'Renglón 1, Plataforma' }), 'Televisión');
  await user.keyboard('{Enter}');
  expect(cell(1, 'Plataforma').textContent).toBe('Televisión');
});

test('a range is copied as text, emptied, and pasted', async () => {
  const { grid, user } = await open();
  await user.keyboard('{ArrowRight}{ArrowRight}{Shift>}{ArrowRight}{ArrowDown}{/Shift}');
  expect(screen.getByText('4 celdas · suma 11.00')).toBeTruthy();
  const text = copied(grid);
  expect(text).toBe('1.50\t2.50\r\n2.50\t4.50');
  await user.keyboard('{Delete}');
  expect(cell(2, 'Feb').textContent).toBe('0.00');
  pasteText(grid, text);
  expect(cell(2, 'Feb').textContent).toBe('4.50');
  expect(screen.queryByRole('button', { name: 'Entendido' })).toBeNull();
});

test('what a paste does not take is reported, and the rest stays', async () => {
  const { grid, user } = await open();
  await user.keyboard('{ArrowRight}{ArrowRight}');
  pasteText(grid, '1.234,56\tmil\n=SUMA(A1)\t8');
  expect(cell(1, 'Ene').textContent).toBe('1,234.56');
  expect(cell(2, 'Feb').textContent).toBe('8.00');
  expect(cell(1, 'Feb').textContent).toBe('2.50');
  expect(screen.getByText(/Fila 1, Feb: «mil» no es un número\./)).toBeTruthy();
  expect(screen.getByText(/Fila 2, Ene: «=SUMA\(A1\)» es una fórmula/)).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Entendido' }));
  expect(screen.queryByText(/mil/)).toBeNull();
  pasteText(grid, 'mil\nmil\nmil\n5');
  expect(screen.getByText('Filas 1 a 3 (3 celdas), Ene: «mil» no es un número.')).toBeTruthy();
});

test('rows that are pasted below the last one are added, and undone with the paste', async () => {
  const { grid, user } = await open();
  await user.keyboard('{Control>}{End}{/Control}{Home}');
  pasteText(grid, 'Uno\tRadio\t1\nDos\tTV\t2\nTres\tRadio\t3');
  expect(grid.getAttribute('aria-rowcount')).toBe(String(8 + 3));
  expect(cell(8, 'Concepto').textContent).toBe('Tres');
  await user.keyboard('{Control>}z{/Control}');
  expect(grid.getAttribute('aria-rowcount')).toBe(String(6 + 3));
  expect(cell(6, 'Concepto').textContent).toBe('Cuñas 6');
  await user.keyboard('{Control>}y{/Control}');
  expect(cell(6, 'Concepto').textContent).toBe('Uno');
  expect(cell(8, 'Concepto').textContent).toBe('Tres');
});

test('cells are filled, adjusted by percent and spread, and totals follow', async () => {
  const { grid, user } = await open();
  await user.keyboard(
    '{ArrowRight}{ArrowRight}{Shift>}{Control>}{ArrowDown}{/Control}{/Shift}{Control>}d{/Control}',
  );
  expect(total('Ene')).toBe('9.00');
  await user.click(screen.getByRole('button', { name: 'Subir o bajar' }));
  await user.type(await screen.findByRole('textbox', { name: /Porcentaje/ }), '10');
  await user.click(screen.getByRole('button', { name: 'Aplicar' }));
  expect(cell(1, 'Ene').textContent).toBe('1.65');
  grid.focus();
  await user.keyboard('{Home}{ArrowRight}{ArrowRight}{Shift>}{ArrowRight}{ArrowRight}{/Shift}');
  await user.click(screen.getByRole('button', { name: 'Repartir' }));
  const box = await screen.findByRole('textbox', { name: /Total/ });
  await user.clear(box);
  await user.type(box, '100');
  await user.click(screen.getByRole('radio', { name: 'En partes iguales' }));
  await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Repartir' }));
  const line = screen.getAllByRole('row').filter((one) => one.getAttribute('aria-rowindex') === '7')[0];
  const texts = within(line as HTMLElement)
    .getAllByRole('cell')
    .map((one) => one.textContent);
  expect(texts.slice(2, 5)).toEqual(['33.34', '33.33', '33.33']);
});

test('subtotals are not written', async () => {
  const { user } = await open(stories.Subtotals);
  await user.keyboard('{ArrowDown}{ArrowDown}{ArrowDown}{ArrowRight}{ArrowRight}5');
  expect(screen.queryByRole('textbox')).toBeNull();
  expect(cell(4, 'Concepto').textContent).toBe('Subtotal de Radio');
  expect(cell(4, 'Ene').textContent).toBe('10.50');
});

test('of thousands of rows only the visible ones are rendered, and the last one is reached by key', async () => {
  const { grid, user } = await open(stories.Thousands);
  expect(grid.getAttribute('aria-rowcount')).toBe('5003');
  expect(screen.getAllByRole('row').length).toBeLessThan(60);
  expect(total('Ene')).toBe('12,505,000.00');
  await user.keyboard('{Control>}{End}{/Control}');
  fireEvent.scroll(grid.parentElement as HTMLElement);
  expect(screen.getAllByRole('row').length).toBeLessThan(60);
});

test('a note says who changed the active cell', async () => {
  const { user } = await open();
  await user.keyboard('{ArrowDown}{ArrowRight}{ArrowRight}{ArrowRight}');
  expect(screen.getByText('Ana Peñaló cambió esta celda: eran 3.00.')).toBeTruthy();
});

test('a figure below leads to its list, and a grid without changes is read-only', async () => {
  await open();
  expect(screen.getByRole('link', { name: 'Vendido, Ene: 1,200.00' }).getAttribute('href')).toBe(
    '/ventas/contratos',
  );
});

test('a grid that is only read is not written', async () => {
  const { grid, user } = await open(stories.ReadOnly);
  await user.keyboard('{ArrowRight}{ArrowRight}5');
  expect(screen.queryByRole('textbox')).toBeNull();
  expect(grid.getAttribute('aria-readonly')).toBe('true');
  expect(screen.queryByRole('button', { name: 'Repartir' })).toBeNull();
});

test('a row that is added is the active one, ready to be written', async () => {
  const { grid, user } = await open();
  await user.click(screen.getByRole('button', { name: 'Agregar renglón' }));
  expect(document.activeElement).toBe(grid);
  await user.keyboard('Nuevo{Tab}{Tab}12{Enter}');
  expect(cell(7, 'Concepto').textContent).toBe('Nuevo');
  expect(cell(7, 'Ene').textContent).toBe('12.00');
});

test('a link of the error summary moves to its cell, also if its row is not rendered', async () => {
  const { grid, user } = await open(stories.WithErrors);
  expect(screen.getAllByRole('row').every((row) => row.getAttribute('aria-rowindex') !== '52')).toBe(true);
  await user.click(screen.getByRole('link', { name: 'Renglón 51, Feb: El mes está cerrado.' }));
  expect(document.activeElement).toBe(grid);
  fireEvent.scroll(grid.parentElement as HTMLElement);
  expect(cell(51, 'Feb').id).toBe(grid.getAttribute('aria-activedescendant'));
});

test('a problem of a paste leads to its cell', async () => {
  const { grid, user } = await open();
  await user.keyboard('{ArrowRight}{ArrowRight}');
  pasteText(grid, '1\t2\n3\tmil');
  await user.click(screen.getByRole('button', { name: /Fila 2, Feb/ }));
  expect(document.activeElement).toBe(grid);
  expect(cell(2, 'Feb').id).toBe(grid.getAttribute('aria-activedescendant'));
});

test('all rows are printed', async () => {
  await open(stories.Hundreds);
  const rendered = (): number => screen.getAllByRole('row').length;
  expect(rendered()).toBeLessThan(60);
  act(() => void window.dispatchEvent(new Event('beforeprint')));
  expect(rendered()).toBe(120 + 3);
  act(() => void window.dispatchEvent(new Event('afterprint')));
  expect(rendered()).toBeLessThan(60);
});

test('cells of closed months are not written, pasted, emptied, nor part of a total that is spread', async () => {
  const { grid, user } = await open(stories.ClosedMonths);
  await user.keyboard('{ArrowRight}{ArrowRight}5');
  expect(screen.queryByRole('textbox')).toBeNull();
  expect(cell(1, 'Ene').getAttribute('aria-readonly')).toBe('true');
  pasteText(grid, '9\t8\t7');
  expect(screen.getByText('Fila 1, Ene: Esta celda ya no se escribe.')).toBeTruthy();
  expect(cell(1, 'Ene').textContent).toBe('1.50');
  expect(cell(1, 'Mar').textContent).toBe('7.00');
  await user.keyboard('{Shift>}{ArrowRight}{ArrowRight}{ArrowRight}{/Shift}{Delete}');
  expect(cell(1, 'Feb').textContent).toBe('2.50');
  expect(cell(1, 'Abr').textContent).toBe('0.00');
  await user.click(screen.getByRole('button', { name: 'Repartir' }));
  const box = await screen.findByRole('textbox', { name: /Total/ });
  await user.clear(box);
  await user.type(box, '10');
  await user.click(screen.getByRole('radio', { name: 'En partes iguales' }));
  await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Repartir' }));
  expect(cell(1, 'Ene').textContent).toBe('1.50');
  expect(cell(1, 'Mar').textContent).toBe('5.00');
  expect(cell(1, 'Abr').textContent).toBe('5.00');
});
