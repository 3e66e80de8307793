import { type Field, type FieldOptions, type Kind, parsed, rejected } from './kind.ts';
import { parseText } from './text.ts';

export const tagsKind: Kind<readonly string[]> = {
  name: 'tags',
  family: 'choice',
  align: 'start',
  parse: (input) => {
    if (!Array.isArray(input) || input.length > 20) return rejected('Use como máximo 20 etiquetas.');
    const tags: string[] = [];
    for (const one of input) {
      const tag = parseText(one, {
        max: 40,
        pattern: /^[^,]+$/,
        patternMessage: 'Una etiqueta no lleva comas.',
      });
      if (!tag.ok) return tag;
      if (!tags.includes(tag.value)) tags.push(tag.value);
    }
    return parsed(tags);
  },
  format: (value) => value.join(', '),
  wire: (value) => value,
  compare: (a, b) => a.join().localeCompare(b.join(), 'es'),
  column: () => 'text[]',
  schema: () => ({ type: 'array', maxItems: 20, items: { type: 'string', maxLength: 40 } }),
};

/** Free words of the team's own making. */
export const tags = (label: string, options: FieldOptions = {}): Field<readonly string[]> => ({
  kind: tagsKind,
  label,
  options: { width: 'wide', initial: [], ...options },
});
