import { integer } from '@pauta/domain/kinds/number.ts';
import type { Resource } from '@pauta/domain/resource/resource.ts';
import { resources } from '@pauta/domain/resources.ts';
import { describe, expect, test } from 'vitest';
import { type Aspect, aspects, representatives, shownOnly } from './representatives.ts';

const names = Object.keys(aspects) as Aspect[];
const traitsOf = (aspect: Aspect, of: readonly Resource[]): Set<string> =>
  new Set(of.flatMap((resource) => aspects[aspect](resource)));
const all = (resource: Resource): string =>
  names.map((aspect) => aspects[aspect](resource).join('\n')).join('\n\n');

const [alike, twin] = ['agency_categories', 'agency_groups'].map((name) =>
  resources.find((resource) => resource.name === name),
) as [Resource, Resource];

describe.each(names)('%s', (aspect) => {
  test('every combination of features of any resource is covered by a representative', () => {
    const chosen = representatives(aspect);
    expect(traitsOf(aspect, chosen)).toEqual(traitsOf(aspect, resources));
  });

  test('a resource with a unique trait is its own representative; others share one with the same traits', () => {
    const chosen = new Set(representatives(aspect));
    expect(chosen.size).toBeLessThan(resources.length);
    for (const resource of resources) {
      const others = traitsOf(
        aspect,
        resources.filter((one) => one !== resource),
      );
      if (aspects[aspect](resource).some((trait) => !others.has(trait)))
        expect(chosen, resource.name).toContain(resource);
    }
  });
});

test('a resource that becomes different gets its own run', () => {
  const differing: Record<string, Resource> = {
    'an option of a field': {
      ...twin,
      fields: { ...twin.fields, rank: integer('Rango', { sortable: true, aggregate: 'average' }) },
    },
    'an operation less': { ...twin, operations: ['create', 'update'] },
    'a permission more': { ...twin, permissions: { ...twin.permissions, viewTeam: 'x' } },
    'a guarded list': { ...twin, permissions: { ...twin.permissions, viewAll: 'x' } },
    owners: { ...twin, owners: ['sort_order'] },
  };
  for (const [what, changed] of Object.entries(differing)) {
    const among = [...resources.filter((one) => one !== twin), changed];
    expect(
      names.some((aspect) => representatives(aspect, among).includes(changed)),
      what,
    ).toBe(true);
  }
  const ruled = { ...twin, rules: [() => null] };
  const among = [...resources.filter((one) => one !== twin), ruled];
  expect(representatives('changing', among)).toContain(ruled);
});

test('two that differ only in names and texts count as one', () => {
  expect(representatives('reading', [alike, twin])).toEqual([alike]);
});

test('every option of a field counts, except those that only pages read', () => {
  const unseen: string[] = [];
  let tried = 0;
  for (const resource of resources) {
    const whole = all(resource);
    for (const [name, field] of Object.entries(resource.fields))
      for (const [option, value] of Object.entries(field.options)) {
        if (shownOnly.has(option) || value === undefined || value === false) continue;
        if (typeof value === 'object' && value !== null && Object.keys(value).length === 0) continue;
        // A reference cannot be left out; different targets are covered above.
        if (option === 'to') continue;
        const without = { ...field, options: { ...field.options, [option]: undefined } };
        tried += 1;
        if (all({ ...resource, fields: { ...resource.fields, [name]: without } }) === whole)
          unseen.push(`${resource.name}.${name} ${option}`);
      }
  }
  expect(tried).toBeGreaterThan(1000);
  expect(unseen).toEqual([]);
});
