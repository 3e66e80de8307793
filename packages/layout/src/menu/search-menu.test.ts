import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { defaultMenu } from './default-menu.tsx';
import { fold } from './fold.ts';
import { isGroup, type Menu } from './menu.ts';
import { type MenuSearch, searchMenu } from './search-menu.ts';

/** The displayed entries as text: matches in brackets. */
function shown({ entries }: MenuSearch): string[] {
  const label = (text: string, marks: readonly (readonly [number, number])[]): string =>
    marks.reduceRight(
      (done, [start, end]) => `${done.slice(0, start)}[${done.slice(start, end)}]${done.slice(end)}`,
      text,
    );
  return entries.flatMap((found) => [
    label(found.entry.label, found.marks),
    ...('items' in found ? found.items.map((item) => `  ${label(item.entry.label, item.marks)}`) : []),
  ]);
}

const labels = defaultMenu.flatMap((entry) =>
  isGroup(entry) ? [entry.label, ...entry.items.map((item) => item.label)] : [entry.label],
);

describe('searchMenu', () => {
  it.each(['', '   ', '\u0301'])('shows everything for %j', (query) => {
    const search = searchMenu(defaultMenu, query);
    expect(search.searching).toBe(false);
    expect(search.entries).toHaveLength(11);
    expect(search.count).toBe(41);
  });

  it('ignores case and accents', () => {
    expect(shown(searchMenu(defaultMenu, 'OCUPACION'))).toEqual(['Ventas', '  [Ocupación] y Disponibilidad']);
    expect(shown(searchMenu(defaultMenu, 'auditória'))).toEqual(['Reportes', '  Logs de [Auditoría]']);
  });

  it('keeps all items of a group whose own name is found', () => {
    expect(shown(searchMenu(defaultMenu, 'facturacion'))).toEqual([
      '[Facturación] y Cobros',
      '  [Facturación] y Cobros',
      '  [Facturación]',
      '  Comisiones de Agencia',
      '  Registro de Cobros',
    ]);
  });

  it('keeps only the matching items of any other group', () => {
    expect(shown(searchMenu(defaultMenu, 'gestión de'))).toEqual([
      'PostVenta',
      '  [Gestión de] Cupos',
      'Inventario',
      '  [Gestión de] Fichas Técnicas',
      '  [Gestión de] Precios',
    ]);
  });

  it('finds items of the top level', () => {
    expect(shown(searchMenu(defaultMenu, 'implementacion'))).toEqual(['[Implementación]']);
  });

  it('finds separate words in any order, and marks each once', () => {
    expect(shown(searchMenu(defaultMenu, 'precios gestion'))).toEqual([
      'Inventario',
      '  [Gestión] de [Precios]',
    ]);
    expect(shown(searchMenu(defaultMenu, 'fichas ficha tec'))).toEqual([
      'PostVenta',
      '  [Fichas] [Téc]nicas',
      'Inventario',
      '  Gestión de [Fichas] [Téc]nicas',
    ]);
    expect(shown(searchMenu(defaultMenu, 'seguimiento ref'))).toEqual(['CRM', '  [Seguimiento] - [REF]']);
  });

  it('finds items by their keywords, without marks', () => {
    const menu: Menu = [{ id: 'a', label: 'Facturación', href: '/a', keywords: ['NCF', 'Crédito fiscal'] }];
    expect(shown(searchMenu(menu, 'credito'))).toEqual(['Facturación']);
    expect(searchMenu(menu, 'ncf').count).toBe(1);
  });

  it('finds nothing', () => {
    expect(searchMenu(defaultMenu, 'zzz')).toEqual({ searching: true, entries: [], count: 0 });
    expect(searchMenu(defaultMenu, 'clientes zzz').count).toBe(0);
    expect(searchMenu([], 'a').count).toBe(0);
  });

  it('counts the links it shows', () => {
    expect(searchMenu(defaultMenu, 'clientes').count).toBe(1);
    expect(searchMenu(defaultMenu, 'ventas').count).toBe(8);
  });

  it('finds every label by every folded part of it', () => {
    fc.assert(
      fc.property(fc.constantFrom(...labels), fc.nat(), fc.nat(), fc.boolean(), (label, one, other, loud) => {
        const [from = 0, to = 0] = [one % label.length, other % label.length].toSorted((a, b) => a - b);
        const part = label.slice(from, to + 1);
        fc.pre(part.trim() !== '');
        const query = loud ? fold(part).text.toUpperCase() : fold(part).text;
        const found = searchMenu(defaultMenu, query).entries.flatMap((entry) =>
          'items' in entry ? [entry, ...entry.items] : [entry],
        );
        const own = found.filter(({ entry }) => entry.label === label);
        expect(own.length).toBeGreaterThan(0);
        for (const { entry, marks } of own) {
          expect(marks.map((mark) => fold(entry.label.slice(...mark)).text)).toEqual([
            fold(part.trim()).text,
          ]);
        }
      }),
      { numRuns: 2000 },
    );
  });
});
