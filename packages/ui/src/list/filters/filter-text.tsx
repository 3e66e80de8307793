import type { ChoiceOptions } from '@pauta/domain/kinds/choice.ts';
import type { Field } from '@pauta/domain/kinds/kind.ts';
import type { ReferenceOptions } from '@pauta/domain/kinds/reference.ts';
import type { Filter } from '@pauta/domain/resource/query/filter.ts';
import { rangeWords } from '@pauta/domain/resource/query/range-words.ts';
import { lazy, type ReactElement, Suspense } from 'react';
import { useOptionLabels } from '../../data/use-options.ts';

const AreaText = lazy(async () => ({ default: (await import('./area-text.tsx')).AreaText }));

function ReferenceNames({ field, ids }: { field: Field; ids: readonly string[] }): ReactElement {
  const found = useOptionLabels((field.options as ReferenceOptions).to(), ids);
  return <>{found.map((one) => one.label || '…').join(', ')}</>;
}

function nameOf(field: Field, value: string): string {
  if (field.kind.name === 'yesNo') return value === 'true' ? 'Sí' : 'No';
  return (
    (field.options as Partial<ChoiceOptions>).choices?.find((choice) => choice.value === value)?.label ??
    value
  );
}

/** A condition in words, after its field's label: `Activo, Prospecto`, `desde 01/03/2026`. */
export function FilterText({ field, filter }: { field: Field; filter: Filter }): ReactElement {
  switch (filter.operator) {
    case 'empty':
      return <>sin dato</>;
    case 'present':
      return <>con dato</>;
    case 'in':
    case 'notIn': {
      const isReference = field.kind.name === 'reference' || field.kind.name === 'references';
      return (
        <>
          {filter.operator === 'notIn' && 'excepto '}
          {field.kind.name === 'location' ? (
            <Suspense fallback="…">
              {filter.values.map((text, place) => (
                <span key={text}>
                  {place > 0 && ', '}
                  <AreaText field={field} text={text} />
                </span>
              ))}
            </Suspense>
          ) : isReference ? (
            <ReferenceNames field={field} ids={filter.values} />
          ) : (
            filter.values.map((value) => nameOf(field, value)).join(', ')
          )}
        </>
      );
    }
    case 'between':
      return <>{rangeWords(field, filter)}</>;
    default: {
      const words = { contains: 'contiene', starts: 'empieza con', is: 'es' }[filter.operator];
      return (
        <>
          {words} «{filter.value}»
        </>
      );
    }
  }
}
