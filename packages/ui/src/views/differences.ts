import type { Field } from '@pauta/domain/kinds/kind.ts';
import { storedDictionary, writeCondition } from '@pauta/domain/resource/query/condition-text.ts';
import { formatFilter } from '@pauta/domain/resource/query/filter.ts';
import type { ListView } from '@pauta/domain/resource/query/view.ts';
import { fieldOf, type Resource } from '@pauta/domain/resource/resource.ts';

/** How the list differs from a saved view, in words: "Filtro «Estado» agregado". */
export function differences(
  resource: Resource,
  labelOf: (field: Field) => string,
  saved: ListView,
  now: ListView,
): readonly string[] {
  const sentences: string[] = [];
  const compare = (what: string, before: unknown, after: unknown): void => {
    if (JSON.stringify(before) !== JSON.stringify(after)) sentences.push(what);
  };
  const filtersOf = ({ query }: ListView): Map<string, string> =>
    new Map(query.filters.map((filter) => [filter.field, formatFilter(filter)]));
  const [before, after] = [filtersOf(saved), filtersOf(now)];
  for (const name of new Set([...before.keys(), ...after.keys()])) {
    if (before.get(name) === after.get(name)) continue;
    const how = !before.has(name) ? 'agregado' : after.has(name) ? 'cambiado' : 'quitado';
    sentences.push(`Filtro «${labelOf(fieldOf(resource, name))}» ${how}`);
  }
  const whereOf = ({ query }: ListView): string =>
    query.where ? writeCondition(query.where, storedDictionary(resource)) : '';
  compare('Filtro avanzado cambiado', whereOf(saved), whereOf(now));
  compare('Búsqueda cambiada', saved.query.q, now.query.q);
  const sortOf = ({ query: { sort } }: ListView): string => `${sort.descending ? '-' : ''}${sort.field}`;
  compare('Orden cambiado', sortOf(saved), sortOf(now));
  compare(
    now.query.archived ? 'Muestra los archivados' : 'Ya no muestra los archivados',
    saved.query.archived,
    now.query.archived,
  );
  compare('Registros por página cambiados', saved.query.limit, now.query.limit);
  compare('Columnas cambiadas', saved.columns, now.columns);
  compare('Densidad cambiada', saved.density, now.density);
  compare('Vista de lista o mapa cambiada', saved.layout, now.layout);
  compare('Agrupación cambiada', saved.group, now.group);
  return sentences;
}

/** @example unsavedText(2) // '2 cambios sin guardar' */
export const unsavedText = (count: number): string =>
  count === 1 ? '1 cambio sin guardar' : `${count} cambios sin guardar`;
